// Making elements, and remembering small things in the browser.

const SVG = "http://www.w3.org/2000/svg";

/** @typedef {{on?: Record<string, (event: any) => void>, [name: string]: any}} Attributes */

/**
 * An element with attributes, properties and children. Attributes that are null or false are left out; `on` holds
 * listeners; `value`, `checked`, `textContent`, `disabled`, `hidden` and `selected` are set as properties.
 * @param {string} tag
 * @param {Attributes} [attributes]
 * @param {...any} children  Nodes and text, in lists or not; what is null, undefined or false is left out.
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

/** The element of an id, which is known to be there. @param {string} id @returns {any} */
export function by(id) {
  const element = document.getElementById(id);
  if (!element) throw new Error(`no element #${id}`);
  return element;
}

/**
 * Put other children into an element. What had the focus by keyboard hands it to the one of the same name, or in a row
 * of actions and a card to the one in its place.
 * @param {Element} element
 * @param {...any} children
 */
export function fill(element, ...children) {
  const at = document.activeElement;
  const had = at && at !== element && element.contains(at) && at.matches(":is(button, a, summary):focus-visible")
    ? at
    : null;
  const place = pressable(element).findIndex((each) => each === had);
  element.replaceChildren(...kept(children));
  if (!had || element.contains(had)) return;
  const found = pressable(element);
  const same = found.find((each) => nameOf(each) === nameOf(had))
    ?? (element.matches(".actions, .card") ? found[Math.min(place, found.length - 1)] : null);
  same?.focus({ preventScroll: true });
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

/** A region that a table scrolls in. @param {string} label @param {...any} children */
export function tableHost(label, ...children) {
  return h("div", { class: "table-host", tabindex: 0, role: "region", "aria-label": label }, ...children);
}

/** Something that the browser remembers, or `otherwise` if it remembers nothing or may not.
 * @param {string} key @param {any} otherwise @returns {any} */
export function recall(key, otherwise) {
  return read("localStorage", key) ?? otherwise;
}

/** Let the browser remember something, if it may. @param {string} key @param {any} value */
export function remember(key, value) {
  write("localStorage", key, value);
}

/** Let the browser forget something. @param {string} key */
export function forget(key) {
  try {
    localStorage.removeItem(`outflank.${key}`);
  } catch {
    // storage that fails has nothing to forget
  }
}

/** Something that this tab remembers, for as long as it is open.
 * @param {string} key @param {any} otherwise @returns {any} */
export function recallHere(key, otherwise) {
  return read("sessionStorage", key) ?? otherwise;
}

/** Let this tab remember something, if it may. @param {string} key @param {any} value */
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
    // private windows, and full disks: the page works without
  }
}

/** Let the browser save the file at an address, under a name if one is given.
 * @param {string} href @param {string} [name] */
export function download(href, name = "") {
  const link = h("a", { href, download: name });
  document.body.append(link);
  link.click();
  link.remove();
}

/** Let the browser save something as a file of a name. @param {Blob} blob @param {string} name */
export function saveAs(blob, name) {
  const href = URL.createObjectURL(blob);
  download(href, name);
  setTimeout(() => URL.revokeObjectURL(href), 10_000);
}

/** Copy text, and say whether that worked. @param {string} text */
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

/** True if a person types into the focused element, so that keys are not commands.
 * @param {EventTarget | null} target */
export function isTyping(target) {
  return target instanceof HTMLElement
    && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName));
}
