// Upload game files to the library.

import { announce, note, sentence } from "../../core/announce.js";
import { button, fill, h } from "../../core/dom.js";
import { fillFaults, reasonOf } from "../../core/files.js";
import { grouped, heard, n, sentences, t } from "../../core/words.js";

export class Upload {
  /** @param {import("./explorer.js").Explorer} explorer */
  constructor(explorer) {
    this.explorer = explorer;
    /** @type {AbortController | null} */
    this.running = null;
  }

  /** @param {File[]} files */
  async take(files) {
    if (this.running) return;
    const stop = (this.running = new AbortController());
    const bar = h("progress", { max: 1, "aria-label": t("Import") });
    const words = h("p", { class: "small" }, t("Reading {file} …", { file: files[0].name }));
    const cancel = button(t("Cancel"), () => stop.abort());
    fill(this.explorer.foot);
    fill(this.explorer.report, h("div", { class: "importing" }, words, bar, h("div", { class: "actions" }, cancel)));
    announce(words.textContent);
    cancel.focus();
    let done = null;
    let trouble = "";
    try {
      for await (const line of this.sent(files, stop.signal)) {
        if (line.of) bar.max = line.of;
        if (line.found?.notice) words.textContent = line.found.notice;
        else if (line.found?.adding_up) words.textContent = t("Adding up the results of each position …");
        else if (line.found) {
          bar.value = line.found.bytes;
          const count = line.found.added + line.found.known;
          if (count) {
            words.textContent = n("{count} game so far", "{count} games so far", count, { count: grouped(count) });
          }
        }
        done = line.done ?? done;
        trouble = line.failed ?? trouble;
      }
    } catch (error) {
      trouble = stop.signal.aborted ? "" : /** @type {Error} */ (error).message;
    }
    this.running = null;
    fillFaults(this.explorer.report, done?.faults ?? [], done?.bad ?? 0);
    if (stop.signal.aborted) {
      note(t("The import was stopped. The games saved so far stay; import the files again to add the rest."));
    } else if (trouble || !done) note(sentence(trouble || t("the connection was lost")), "error");
    else {
      const count = grouped(done.added);
      const known = done.known
        ? n("{count} game was there already.", "{count} games were there already.", done.known, {
          count: grouped(done.known),
        })
        : "";
      const bad = done.bad
        ? n("{count} game could not be imported.", "{count} games could not be imported.", done.bad, {
          count: grouped(done.bad),
        })
        : "";
      note(
        sentences(n("{count} game was added to the library.", "{count} games were added to the library.", done.added, {
          count,
        }), known, bad),
        done.bad && !done.added ? "error" : "info",
      );
    }
    this.explorer.show(true);
  }

  /** Send files, and yield the server's report line by line.
   * @param {File[]} files @param {AbortSignal} signal @returns {AsyncGenerator<any>} */
  async *sent(files, signal) {
    const { address } = await this.explorer.app.connection.request("fill");
    const head = `${JSON.stringify(files.map(({ name, size }) => ({ name, size })))}\n`;
    const answer = await fetch(address, { method: "POST", body: new Blob([head, ...files]), signal });
    if (!answer.ok || !answer.body) throw new Error(reasonOf(answer));
    const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
    let rest = "";
    for (;;) {
      const { value, done } = await reader.read();
      if (done) return;
      const lines = (rest + value).split("\n");
      rest = lines.pop() ?? "";
      for (const line of lines) yield heard(line);
    }
  }
}
