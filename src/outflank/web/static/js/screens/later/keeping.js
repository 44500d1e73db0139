// The open study and its copy on the server: save changes, open studies, write files.
//
// The browser stores changes until they reach the server, so that no closed tab or lost connection loses them. If the
// study has changed elsewhere meanwhile, this version becomes a new study.

import { copied, note, sentence } from "../../core/announce.js";
import { button, forget, h, recall, remember, saveAs } from "../../core/dom.js";
import { titleOf } from "../../core/fields.js";
import { listed, t } from "../../core/words.js";
import { LiveStudy } from "./livestudy.js";
import { roomOf } from "./studyroom.js";

/** @typedef {import("../../board/study.js").Node} Node */
/** @typedef {import("../../board/study.js").Study} Study */
/** @typedef {import("../../board/examined.js").Card} Card */

/**
 * @typedef {object} Held  A saved study.
 * @property {Card} card
 * @property {Study} study
 * @property {string} kind
 * @property {string[]} labels
 * @property {string} saved  Its content on the server, as text.
 */

const LONGEST_TREE = 230_000; // the server's limit
const PAUSE_MS = 500; // after a change, before sending it
const AGAIN_MS = 2500; // before another attempt
const VALUES_MS = 5000; // between two checks for new engine values
const MOST_VALUES = 10; // stored moves of a position, each with the beginning of its line
const LINE = 14;
const UNSAVED = "study.unsaved"; // the latest notes without a study
const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/** The stored values of a position. @param {import("../../core/protocol.js").Analysis} known */
const shortened = (known) => ({ ...known,
  moves: known.moves.slice(0, MOST_VALUES).map((found) => ({ ...found, pv: found.pv.slice(0, LINE) })) });

/** @param {import("../analyse.js").Analyse} analyse */
export function keepingOf(analyse) {
  const { app } = analyse;
  const { examined } = app;

  /** @type {Held | null} */
  let held = /** @type {Held | null} */ (null);
  let timer = 0;
  let isSending = false;
  /** @type {Study | null} */
  let noted = null; // a study with notes that are not on the server
  let isBroughtBack = false;

  /** The nodes of a study in the server's form. @param {Study} study @param {boolean} withValues */
  const nodesOf = (study, withValues) => {
    /** @type {Map<Node | null, number>} */
    const numbers = new Map([[null, -1]]);
    return study.nodes.map((node, number) => {
      const { a, ...said } = /** @type {any} */ (node.said);
      const known = (node.view && examined.known(node.view)) ?? a;
      if (withValues && known?.moves?.length) said.a = shortened(known);
      if (withValues && node.judged) said.j = node.judged;
      numbers.set(node, number);
      const place = [numbers.get(node.parent), node.move];
      return Object.keys(said).length ? [...place, said] : place;
    });
  };

  /** The tree of a study as text; without values if they make it too long. @param {Study} study */
  const textOf = (study) => {
    const text = JSON.stringify(nodesOf(study, true));
    return text.length > LONGEST_TREE ? JSON.stringify(nodesOf(study, false)) : text;
  };

  /** The server's content of a study. @param {Held} of */
  const contentOf = ({ card, study, kind, labels }) => ({ title: card.title, players: [...labels], kind,
    start: study.start, tree: textOf(study) });

  const hold = () => {
    const { card, study, kind, labels } = examined;
    return (held = { card, study, kind, labels, saved: "" });
  };

  /** @param {string} words */
  const tell = (words) => {
    if (status.textContent !== words) status.textContent = words;
  };

  const live = new LiveStudy(analyse, { tell: (words) => tell(words), split: () => split(hold()) });

  /** Add the engine's values to a shared study, where they are deeper than its own. */
  const takeValues = () => {
    for (const { view, said } of live.edits ? live.own.nodes : []) {
      const known = view && examined.known(view);
      const isMore = known && (!said.a || known.depth > said.a.depth);
      if (known?.moves?.length && isMore) said.a = shortened(known);
    }
  };

  /** Save a change soon. */
  const changed = () => {
    const { card } = examined;
    live.changed();
    if (card.id && card.shared) {
      if (held?.card.id && held.card !== card) save(held);
      held = null;
      if (live.id !== card.id) openShared(card.id, card.secret ?? "");
      return;
    }
    // another game or no study is open now
    if (held && held.card !== examined.card && held.card.id) save(held);
    if (!examined.card.id) {
      held = null;
      keepUnsaved();
      return;
    }
    if (!held || held.card !== examined.card) hold();
    else Object.assign(held, { kind: examined.kind, labels: examined.labels });
    if (JSON.stringify(contentOf(held ?? hold())) === held?.saved) return;
    if (!app.lost) tell(t("Saving …"));
    soon(PAUSE_MS);
  };

  /** Store notes in the browser until they are saved as a study, in case the tab is closed. */
  const keepUnsaved = () => {
    const { card, study, kind, labels } = examined;
    if (study.nodes.some((node) => node.isNoted)) {
      remember(UNSAVED, contentOf({ card, study, kind, labels, saved: "" }));
      noted = study;
    } else if (study === noted) forget(UNSAVED);
  };

  /** Restore unsaved notes from another tab, once, if no game is open here. */
  const bringBack = async () => {
    if (isBroughtBack || noted || !examined.isEmpty || examined.study.root.isNoted) return;
    isBroughtBack = true;
    const left = recall(UNSAVED, null);
    if (!left) return;
    const { kind, start, tree, players: labels } = left;
    if (await examined.load({ kind, start, tree, labels })) {
      note(t("Your last notes are restored. They are not saved as a study yet."));
    }
  };

  const soon = (/** @type {number} */ ms) => {
    clearTimeout(timer);
    timer = setTimeout(flush, ms);
  };

  const flush = () => {
    if (live.isOpen) {
      takeValues();
      if (live.edits) live.send();
    } else if (held) save(held);
  };

  /** Save a study on the server; the browser stores it until then. @param {Held} of */
  const save = async (of) => {
    const { card } = of;
    const content = contentOf(of);
    const key = JSON.stringify(content);
    if (!card.id || card.shared || key === of.saved) return;
    remember(`study.${card.id}`, { ...content, revision: card.revision });
    if (content.tree.length > LONGEST_TREE) return tell(t("Not saved: this study is too large. Save it as a file."));
    if (isSending) return soon(AGAIN_MS);
    isSending = true;
    if (!app.lost) tell(t("Saving …"));
    try {
      const answer = await app.connection.request("keep-study", { study: card.id, revision: card.revision,
        ...content });
      card.revision = answer.revision;
      of.saved = key;
      if (JSON.stringify(contentOf(of)) === key) {
        forget(`study.${card.id}`);
        tell(t("Saved"));
      } else soon(0);
    } catch (error) {
      const { code, message } = /** @type {import("../../core/connection.js").Refusal} */ (error);
      if (code === "changed") return split(of);
      if (code === "lost") tell(t("Not saved: no connection. This browser keeps it until there is one."));
      else tell(t("Not saved: {reason}. This browser keeps it.", { reason: message }));
      soon(AGAIN_MS);
    } finally {
      isSending = false;
    }
  };

  /** Save this version as a new study, because the study has changed elsewhere. @param {Held} of */
  const split = (of) => {
    const before = of.card.id;
    const title = t("{title} (copy)", { title: of.card.title || t("Study") });
    forget(`study.${before}`);
    Object.assign(of.card, { id: newId(), revision: 0, title, shared: false, secret: "" });
    of.saved = "";
    if (of.card === examined.card) {
      examined.keep();
      analyse.part?.draw();
    }
    note(t("This study was changed elsewhere too. Your version is saved as “{title}”.", { title }), "error");
    setTimeout(() => save(of));
  };

  const newId = () => [...crypto.getRandomValues(new Uint8Array(22))].map((number) => LETTERS[number % 64]).join("");

  /** Save the examined game as a study. */
  const begin = () => {
    const [black, white] = examined.labels;
    const title = examined.card.title
      || (black && white ? t("{first} – {second}", { first: black, second: white }) : "");
    examined.card = { id: newId(), title, revision: 0 };
    forget(UNSAVED);
    examined.keep();
    analyse.part?.draw();
    flush();
    titleField.focus();
  };

  /** Open a shared study; false after a note if that fails. @param {string} id @param {string} secret */
  const openShared = async (id, secret) => {
    try {
      return await live.open(id, secret);
    } catch (error) {
      note(sentence(/** @type {Error} */ (error).message), "error");
      return false;
    }
  };

  /** Make links for the study, and go on as one of several people. */
  const share = async () => {
    const { id } = examined.card;
    if (held) await save(held);
    while (isSending) await new Promise((resolve) => setTimeout(resolve, 50));
    if (!held || JSON.stringify(contentOf(held)) !== held.saved) {
      note(t("The study has to be saved before it can be shared."), "error");
      return;
    }
    if (await app.ask("share-study", { study: id })) await openShared(id, "");
  };

  /** Show the study of an id, with local changes that have not reached the server. False if there is none.
   * @param {string} id @param {string} [secret]  Of a link to a shared study. */
  const open = async (id, secret = "") => {
    if (secret || (examined.card.id === id && examined.card.shared)) {
      const isHere = live.isOpen && live.id === id;
      if (!isHere && !(await openShared(id, secret || (examined.card.secret ?? "")))) return false;
      await app.turnTo("analyse", { takes: false });
      return true;
    }
    const draft = recall(`study.${id}`, null);
    let found = draft;
    if (examined.card.id === id && draft) flush();
    else {
      try {
        found = await app.connection.request("study", { study: id });
        if (found.shared) {
          if (!(await openShared(id, ""))) return false;
          await app.turnTo("analyse", { takes: false });
          return true;
        }
        if (draft) found = { ...found, ...draft, name: draft.title };
      } catch (error) {
        const isMember = !draft && await live.open(id, "").catch(() => false);
        if (isMember) {
          await app.turnTo("analyse", { takes: false });
          return true;
        }
        if (!draft) {
          note(sentence(/** @type {Error} */ (error).message), "error");
          return false;
        }
        found.name = draft.title;
      }
      const path = examined.card.id === id ? examined.study.current.path : [];
      const { kind, start, tree, revision, players: labels, name: title } = found;
      if (!(await examined.load({ kind, start, tree, labels, card: { id, title, revision } }))) return false;
      let node = examined.study.root;
      for (const move of path) node = node.child(move) ?? node;
      await examined.go(path.length ? node : examined.study.root, { quiet: true });
      const holding = hold();
      if (!draft) holding.saved = JSON.stringify(contentOf(holding));
      tell(draft ? "" : t("Saved"));
    }
    await app.turnTo("analyse", { takes: false });
    if (draft) changed();
    return true;
  };

  /** Reload the study if another tab has changed it. */
  const lookAgain = async () => {
    const { id, revision, shared } = examined.card;
    if (!id || shared || app.mode !== analyse || !held || JSON.stringify(contentOf(held)) !== held.saved) return;
    const found = await app.connection.request("study", { study: id }).catch(() => null);
    if (found && found.revision > revision && examined.card.id === id && examined.card.revision === revision) {
      await open(id);
    }
  };

  addEventListener("pagehide", flush);
  document.addEventListener("visibilitychange", () => (document.hidden ? flush() : lookAgain()));
  setInterval(() => document.hidden || isSending || flush(), VALUES_MS);

  // --- on the page -------------------------------------------------------------------------------------------------

  const status = h("p", { class: "state muted small", role: "status" });
  /** @param {string} words @param {number} most @param {(text: string) => void} take */
  const field = (words, most, take) => {
    const input = h("input", { maxlength: most, dir: "auto", autocomplete: "off",
      on: { input: () => (take(input.value), examined.keep(), analyse.show()) } });
    return [input, h("label", { class: "field" }, h("span", {}, words), input)];
  };
  const [titleField, titleRow] = field(t("Title of the study"), 100, (text) => (examined.card.title = text));
  const [blackField, blackRow] = field(t("Name of Black"), 80,
    (text) => (examined.labels = [text, examined.labels[1] ?? ""]));
  const [whiteField, whiteRow] = field(t("Name of White"), 80,
    (text) => (examined.labels = [examined.labels[0] ?? "", text]));
  const keeper = button(t("Save as a study"), begin, { class: "primary" });
  const kept = h("div", { class: "kept" }, titleRow, h("div", { class: "fields" }, blackRow, whiteRow));
  const room = roomOf(analyse, live, share);
  const about = h("section", { class: "study", "aria-label": t("Study") },
    h("div", { class: "bar" }, h("h2", {}, t("Study")), status), keeper, kept, room.section,
    h("div", { class: "actions" }, ...exports(), h("a", { class: "button", href: "#/study" }, t("All studies"))));

  /** Buttons that save or copy the whole study. @returns {HTMLElement[]} */
  function exports() {
    const formats = ["sgf", "pgn", "ggf"];
    return [
      ...formats.map((format) =>
        button(t("Save {format}", { format: titleOf(format) }), () => write(format, true), {
          title: t("Save all variations and comments as {format}", { format: titleOf(format) }),
        })
      ),
      button(t("Copy {format}", { format: "SGF" }), () => write("sgf", false), {
        title: t("Copy all variations and comments as {format}", { format: "SGF" }),
      }),
    ];
  }

  /** Write the whole study in a format; save or copy it. @param {string} format @param {boolean} saves */
  const write = async (format, saves) => {
    const { title, ...content } = contentOf({ card: examined.card, study: examined.study, kind: examined.kind,
      labels: examined.labels, saved: "" });
    const answer = await app.ask("write-study", { title, ...content });
    if (!answer) return;
    const text = answer.texts[format];
    /** @type {Record<string, string>} */
    const words = { variations: t("variations"), comments: t("comments"), signs: t("signs"), circles: t("circles"),
      arrows: t("arrows"), marks: t("marks"), values: t("values"), analyses: t("values of other moves"),
      times: t("times"), "times left": t("times left") };
    const left = answer.left[format].map((/** @type {string} */ name) => words[name] ?? name);
    if (saves) {
      saveAs(new Blob([text], { type: "text/plain" }),
        `${title.replace(/[^\p{L}\p{N} _-]/gu, "").trim().slice(0, 60) || "study"}.${format}`);
    } else if (!(await copied(text, titleOf(format), !left.length))) return;
    if (left.length) {
      note(
        t("{format} cannot hold these, so they are left out: {what}.", { format: titleOf(format), what: listed(left) }),
      );
    }
  };

  /** Show the study's title and whether it is saved. */
  const draw = () => {
    const { card, labels } = examined;
    keeper.hidden = Boolean(card.id);
    kept.hidden = status.hidden = !card.id;
    for (const input of [titleField, blackField, whiteField]) input.readOnly = live.isOpen && !live.edits;
    room.draw();
    for (const [input, text] of [[titleField, card.title], [blackField, labels[0]], [whiteField, labels[1]]]) {
      if (document.activeElement !== input) input.value = text ?? "";
    }
  };

  return { about, bringBack, changed, draw, live, open, room, shareable: room.shareable,
    shared: () => h("div", { class: "actions" }, ...exports()) };
}
