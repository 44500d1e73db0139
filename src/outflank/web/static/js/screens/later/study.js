// All studies: search, open, rename, copy, delete, export and import. `#/study/ID` opens one.

import { PICTURES } from "../../board/pictures.js";
import { announce, note } from "../../core/announce.js";
import { button, download, fill, forget, h, recall } from "../../core/dom.js";
import { fileField, fillFaults, sent } from "../../core/files.js";
import { dateOf } from "../../board/kept.js";
import { nameField, nameIn } from "../../dialogs/friend.js";
import { nameInPlace } from "../../core/naming.js";
import { thumbnail } from "../../board/thumbnail.js";
import { n, sentences, t } from "../../core/words.js";

/** @typedef {{id: string, name: string, players: string[], kind: string, cells: string, width: number, n_nodes:
 * number, changed: number}} Row */

const PAUSE_MS = 200; // pause after a keystroke before the search

/** @param {import("../../core/later.js").FetchedScreen} screen @returns {import("../../core/later.js").Part} */
export function build(screen) {
  const { app, host } = screen;
  /** @type {Row[]} */
  let rows = [];
  let asked = 0;
  let total = 0;
  let timer = 0;

  const search = h("input", { type: "search", maxlength: 200, autocomplete: "off",
    placeholder: t("Title, name, words of a comment …"), on: { input: () => later() } });
  const count = h("p", { class: "muted", role: "status" });
  const nothing = h("div", {});
  const list = h("ul", { class: "games", "aria-label": t("Studies") });
  const joined = h("ul", { class: "games" });
  const others = h("section", { "aria-label": t("Shared with you"), hidden: true }, h("h3", {}, t("Shared with you")),
    joined);
  const more = button(t("More studies"), () => load(true), { hidden: true });
  const report = h("div", {});
  const file = fileField(([chosen]) => take(chosen));
  const importer = button(t("Import …"), () => file.click());

  const shell = [
    h("h2", {}, t("Studies")),
    h("p", { class: "muted" },
      t("A study is a game with variations, comments, marks and values. Begin one in Analyse, with “Save as a "
        + "study”.")),
    h("div", { class: "finder" }, h("label", { class: "field" }, h("span", {}, t("Search")), search)),
    report,
    count,
    nothing,
    list,
    more,
    others,
    h("section", { class: "card", "aria-label": t("Files") }, h("h3", {}, t("Take your studies along")),
      h("p", { class: "muted" },
        t("One file in SGF holds all your studies, and can be imported anywhere. Games in SGF, PGN, GGF and other "
          + "formats can be imported as studies too, with their variations and comments.")),
      h("div", { class: "actions" }, button(t("Export all"), () => save()), importer, file)),
  ];

  const later = () => {
    clearTimeout(timer);
    timer = setTimeout(() => load(), PAUSE_MS);
  };

  /** Request the matching studies, or the ones after those on screen. */
  const load = async (goesOn = false) => {
    const number = ++asked;
    const first = goesOn ? rows.length : 0;
    const answer = await app.ask("studies", { text: search.value, after: goesOn ? rows.at(-1)?.id : null });
    if (!answer || number !== asked) return;
    rows = goesOn ? [...rows, ...answer.studies] : answer.studies;
    if (!goesOn) total = answer.count;
    if (!goesOn) fill(joined, ...answer.joined.map((/** @type {Row} */ row) => rowOf(row, false)));
    if (!goesOn) others.hidden = !answer.joined.length;
    more.hidden = !answer.more;
    show();
    if (goesOn) /** @type {HTMLElement | null} */ (list.children[first]?.querySelector("a.button"))?.focus();
  };

  const show = () => {
    fill(list, ...rows.map((row) => rowOf(row)));
    const isSearched = Boolean(search.value.trim());
    count.textContent = total ? n("{count} study", "{count} studies", total) : isSearched ? t("No study matches.") : "";
    fill(nothing,
      total || isSearched
        ? null
        : h("section", { class: "nothing-yet" }, thumbnail("othello", PICTURES.analyse, 8),
          h("p", {}, t("A study keeps a game with your variations and notes. You have none yet.")),
          button(t("Analyse a game"), () => app.turnTo("analyse"), { class: "primary" })));
  };

  /** @param {Row} row */
  const titleOf = (row) =>
    row.name
    || (row.players.some(Boolean)
      ? t("{first} – {second}", { first: row.players[0] || "?", second: row.players[1] || "?" })
      : t("A study without a title"));

  /** @param {Row} row */
  const heading = (row) => h("h3", {}, h("bdi", {}, titleOf(row)));

  /** @param {Row} row @param {boolean} isOwn */
  const rowOf = (row, isOwn = true) => {
    const title = titleOf(row);
    const name = h("div", { class: "game-name" }, heading(row));
    const act = (/** @type {string} */ words, /** @type {string} */ label, /** @type {(event: any) => void} */ action,
      attributes = {}) => button(words, action, { "aria-label": label, ...attributes });
    const players = row.name && row.players.some(Boolean)
      ? h("p", {},
        h("bdi", {}, t("{first} – {second}", { first: row.players[0] || "?", second: row.players[1] || "?" })))
      : null;
    const facts = [dateOf(/** @type {any} */ (row)), n("{count} move", "{count} moves", row.n_nodes)].join(" · ");
    return h("li", { class: "card game" },
      h("a", { class: "picture", href: `#/study/${row.id}`, tabindex: -1, "aria-hidden": "true" },
        thumbnail(row.kind, row.cells, row.width)),
      h("div", { class: "about" }, name, players, h("p", { class: "muted small" }, facts)),
      h("div", { class: "actions" },
        h("a", { class: "button primary", href: `#/study/${row.id}`, "aria-label": t("Open {game}", { game: title }) },
          t("Open")),
        ...(isOwn
          ? [act(t("Name"), t("Name {game}", { game: title }), (event) => rename(row, name, event.currentTarget)),
            act(t("Duplicate"), t("Duplicate {game}", { game: title }), () => copy(row)),
            act(t("Delete"), t("Delete {game}", { game: title }), () => remove(row), { class: "delete" })]
          : [])));
  };

  /** Rename a study in place. @param {Row} row @param {HTMLElement} place @param {HTMLElement} from */
  const rename = (row, place, from) => {
    const keep = async (/** @type {string} */ title) => {
      const answer = await app.ask("name-study", { study: row.id, title });
      if (!answer) return;
      row.name = answer.name;
      if (app.examined.card.id === row.id) app.examined.card.title = row.name;
    };
    nameInPlace(place, from, { name: row.name, label: t("Title of the study"), keep,
      show: () => fill(place, heading(row)) });
  };

  /** @param {Row} row */
  const copy = async (row) => {
    const title = t("{title} (copy)", { title: titleOf(row) }).slice(0, 100);
    if (!(await app.ask("copy-study", { study: row.id, title }))) return;
    announce(t("The study is duplicated."));
    await load();
  };

  /** @param {Row} row */
  const remove = async (row) => {
    if (!(await app.ask("delete-study", { study: row.id }))) return;
    const at = rows.indexOf(row);
    const { card } = app.examined;
    if (card.id === row.id) card.id = "";
    forget(`study.${row.id}`);
    rows = rows.filter((each) => each !== row);
    total--;
    show();
    /** @type {HTMLElement} */ (list.children[Math.min(at, rows.length - 1)]?.querySelector(".delete") ?? search)
      .focus();
    note(t("The study is deleted."), "info", async () => {
      if (!(await app.ask("restore-study", { study: row.id }))) return;
      if (app.mode === screen) await load();
    });
  };

  // --- files -------------------------------------------------------------------------------------------------------

  const save = async () => {
    const answer = await app.ask("export-studies");
    if (answer) download(answer.address);
  };

  /** Turn the games of a file into studies. @param {File} chosen */
  const take = async (chosen) => {
    importer.disabled = true;
    fill(report, h("p", { role: "status" }, t("Reading {file} …", { file: chosen.name })));
    const { added = 0, known = 0, refused = 0, faults } = await sent(app, "import-studies", chosen);
    importer.disabled = false;
    const lines = [n("{count} study was added.", "{count} studies were added.", added)];
    if (known) lines.push(n("{count} study was here already.", "{count} studies were here already.", known));
    if (refused) lines.push(n("{count} game could not be imported.", "{count} games could not be imported.", refused));
    note(sentences(...lines), faults.length ? "error" : "info");
    fillFaults(report, faults, refused);
    await load();
  };

  /** Ask somebody who comes by a link for a name. @param {string} id @param {string} secret */
  const askName = (id, secret) => {
    const form = h("form", { class: "card", on: { submit: (event) => {
      event.preventDefault();
      nameIn(form);
      enter([id, secret]);
    } } }, h("p", {}, t("You are invited to a study. The others see your name.")), nameField(t("Your name")),
      h("div", { class: "actions" }, h("button", { type: "submit", class: "primary" }, t("Open the study"))));
    fill(host, h("h2", {}, t("You are invited")), form);
    const field = /** @type {HTMLInputElement} */ (form.querySelector("input"));
    field.required = true;
    field.focus();
  };

  /** @param {string[]} rest */
  const enter = async ([id, secret = ""] = []) => {
    if (id) {
      const isWhole = /^[\w-]{16,40}$/.test(id) && /^([\w-]{16,64})?$/.test(secret);
      if (isWhole && secret && !recall("name", "")) return askName(id, secret);
      const part = isWhole ? await app.modes.analyse.prepare() : null;
      if (part && (await part.open(id, secret))) return;
      if (!part) note(t("There is no study “{id}” here.", { id: id.slice(0, 40) }), "error");
      if (app.mode !== screen) return;
    }
    fill(host, ...shell);
    app.places.write("#/study");
    await load();
  };

  return { enter };
}
