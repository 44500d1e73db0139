// Create elements, and store small values in the browser.

const SVG = "http://www.w3.org/2000/svg";

/** @typedef {{on?: Record<string, (event: any) => void>, [name: string]: any}} Attributes */

/**
 * An element with attributes, properties and children. Null or false attributes are omitted; `on` holds listeners;
 * `value`, `checked`, `textContent`, `disabled`, `hidden` and `selected` are set as properties.
 * @param {string} tag
 * @param {Attributes} [attributes]
 * @param {...any} children  Nodes and text, possibly nested in lists; null, undefined and false are omitted.
 * @returns {any}
 */
export function h(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  apply(element, attributes);
  element.append(...kept(children));
  return element;
}

/** An SVG element. @param {string} tag @param {Attributes} [attributes] @param {...any} children @returns {any} */
export function s(tag, attributes = {}, ...children) {
  const element = document.createElementNS(SVG, tag);
  apply(element, attributes);
  element.append(...kept(children));
  return element;
}

/** @param {any} element @param {Record<string, any>} attributes */
function apply(element, attributes) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (name === "on") {
      for (const [event, listener] of Object.entries(value)) element.addEventListener(event, listener);
    } else if (["value", "checked", "textContent", "disabled", "hidden", "selected"].includes(name)) {
      element[name] = value;
    } else {
      element.setAttribute(name, value === true ? "" : String(value));
    }
  }
}

/** @param {any[]} children */
function kept(children) {
  return children.flat().filter((child) => child !== null && child !== undefined && child !== false);
}

/** The element with an id, which must exist. @param {string} id @returns {any} */
export function by(id) {
  const element = document.getElementById(id);
  if (!element) throw new Error(`no element #${id}`);
  return element;
}

/**
 * Replace the children of an element. Keyboard focus moves to the new button or link of the same name. If there is
 * none in a row of actions, a card or a list of lines, the focus moves to the one in the same place, or it waits on the
 * list for the first.
 * @param {Element} element
 * @param {...any} children
 */
export function fill(element, ...children) {
  const at = document.activeElement;
  const had = at && element.contains(at) && at.matches(":is(button, a, summary):focus-visible, .lines") ? at : null;
  const place = pressable(element).findIndex((each) => each === had);
  element.replaceChildren(...kept(children));
  if (!had || (had !== element && element.contains(had))) return;
  const found = pressable(element);
  const there = found[Math.max(0, Math.min(place, found.length - 1))];
  const same = [there, ...found].find((each) => each && nameOf(each) === nameOf(had))
    ?? (element.matches(".actions, .card, .lines") ? there ?? element : null);
  /** @type {HTMLElement | null} */ (same)?.focus({ preventScroll: true });
}

/** @param {Element} element @returns {HTMLElement[]} */
function pressable(element) {
  return /** @type {HTMLElement[]} */ ([...element.querySelectorAll("button:not(:disabled), a[href], summary")]);
}

/** @param {Element} element */
function nameOf(element) {
  return element.getAttribute("aria-label") ?? element.textContent;
}

/**
 * A button with a listener.
 * @param {string} label
 * @param {(event: Event) => void} listener
 * @param {Attributes} [attributes]
 * @returns {HTMLButtonElement}
 */
export function button(label, listener, attributes = {}) {
  return h("button", { type: "button", ...attributes, on: { click: listener } }, label);
}

/** A table whose rows begin with their headings. @param {string[]} headings @param {any[][]} rows */
export function plainTable(headings, rows) {
  return h("table", { class: "plain" },
    h("thead", {}, h("tr", {}, ...headings.map((words) => (words ? h("th", { scope: "col" }, words) : h("td", {}))))),
    h("tbody", {},
      ...rows.map(([first, ...cells]) =>
        h("tr", {}, h("th", { scope: "row" }, first), ...cells.map((cell) => h("td", {}, cell)))
      )));
}

/** A region in which a table scrolls. @param {string} label @param {...any} children */
export function tableHost(label, ...children) {
  return h("div", { class: "table-host", tabindex: 0, role: "region", "aria-label": label }, ...children);
}

/** A value that the browser stores, or `otherwise` if it stores none.
 * @param {string} key @param {any} otherwise @returns {any} */
export function recall(key, otherwise) {
  return read("localStorage", key) ?? otherwise;
}

/** Store a value in the browser, if possible. @param {string} key @param {any} value */
export function remember(key, value) {
  write("localStorage", key, value);
}

/** Remove a value from the browser. @param {string} key */
export function forget(key) {
  try {
    localStorage.removeItem(`outflank.${key}`);
  } catch {
    // storage that fails has nothing to remove
  }
}

/** A value that this tab stores until it is closed, or `otherwise`.
 * @param {string} key @param {any} otherwise @returns {any} */
export function recallHere(key, otherwise) {
  return read("sessionStorage", key) ?? otherwise;
}

/** Store a value in this tab, if possible. @param {string} key @param {any} value */
export function rememberHere(key, value) {
  write("sessionStorage", key, value);
}

/** @param {"localStorage" | "sessionStorage"} storage @param {string} key @returns {any} */
function read(storage, key) {
  try {
    return JSON.parse(window[storage].getItem(`outflank.${key}`) ?? "null");
  } catch {
    return null;
  }
}

/** @param {"localStorage" | "sessionStorage"} storage @param {string} key @param {any} value */
function write(storage, key, value) {
  try {
    window[storage].setItem(`outflank.${key}`, JSON.stringify(value));
  } catch {
    // private window or full disk: the page works without storage
  }
}

/** Save the file at an address, under a name if given. @param {string} href @param {string} [name] */
export function download(href, name = "") {
  const link = h("a", { href, download: name });
  document.body.append(link);
  link.click();
  link.remove();
}

/** Save data as a file. @param {Blob} blob @param {string} name */
export function saveAs(blob, name) {
  const href = URL.createObjectURL(blob);
  download(href, name);
  setTimeout(() => URL.revokeObjectURL(href), 10_000);
}

/** Copy text; true on success. @param {string} text */
export async function copyText(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const area = h("textarea", { value: text, "aria-hidden": "true", class: "offscreen" });
    document.body.append(area);
    area.select();
    const done = document.execCommand("copy");
    area.remove();
    return done;
  }
}

/** True if the target is a field for typing, so that keys are not commands. @param {EventTarget | null} target */
export function isTyping(target) {
  return target instanceof HTMLElement
    && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName));
}
