// Lets the search work in a page that was opened as a file, where browsers start no worker: a hidden frame takes its
// place. Material for MkDocs makes a worker of one script, sends it messages and listens to it; nothing else is needed.

if (location.protocol === "file:") {
  window.IFrameWorker = window.Worker = class extends EventTarget {
    constructor(address) {
      super();
      this.waiting = [];
      const frame = document.createElement("iframe");
      frame.hidden = true;
      document.documentElement.append(frame);
      const inside = (this.inside = frame.contentWindow);
      inside.postMessage = (data) => this.dispatchEvent(new MessageEvent("message", { data }));
      inside.importScripts = (...addresses) => Promise.all(addresses.map((each) => load(inside, each)));
      load(inside, address).then(() => {
        for (const data of this.waiting.splice(0)) this.tell(data);
        this.waiting = null;
      });
    }

    postMessage(data) {
      if (this.waiting) this.waiting.push(data);
      else this.tell(data);
    }

    tell(data) {
      this.inside.dispatchEvent(new MessageEvent("message", { data }));
    }
  };

  function load(inside, address) {
    const script = inside.document.createElement("script");
    script.src = new URL(address, location.href);
    return new Promise((resolve, reject) => {
      script.onload = resolve;
      script.onerror = reject;
      inside.document.documentElement.append(script);
    });
  }
}
