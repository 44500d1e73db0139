// A person's notes on analysed moves: signs, comments, marks on the board.

import { drawnMark } from "../../board/drawn.js";
import { announce, capital } from "../../core/announce.js";
import { button, fill, h, s } from "../../core/dom.js";
import { cellOf } from "../../core/protocol.js";
import { basisInWords, signed } from "../../board/values.js";
import { t } from "../../core/words.js";
import { keepingOf } from "./keeping.js";

/** @typedef {import("../../board/study.js").Node} Node */

const SIGNS = ["!", "?", "!!", "??", "!?", "?!"];
const SHAPES = ["circle", "square", "triangle", "cross", "label", "arrow"];
const PICTURES = ["○", "□", "△", "✕", "A", "→"];
const LONGEST_COMMENT = 20_000;

/** @param {import("../analyse.js").Analyse} analyse */
export function build(analyse) {
  const keeping = keepingOf(analyse);
  const { app } = analyse;
  const { examined } = app;
  /** @type {Record<string, string>} */
  const SIGN_WORDS = { "!": t("good move"), "?": t("mistake"), "!!": t("very good move"), "??": t("blunder"),
    "!?": t("interesting move"), "?!": t("doubtful move") };
  /** @type {Record<string, string>} */
  const SHAPE_WORDS = { circle: t("circle"), square: t("square"), triangle: t("triangle"), cross: t("cross"),
    label: t("letter"), arrow: t("arrow") };

  // --- comments and signs ------------------------------------------------------------------------------------------

  const current = () => examined.study.current;

  /** Set an annotation of the current node; an empty value removes it.
   * @param {"c" | "s" | "k"} letter @param {any} value */
  const say = (letter, value) => {
    const { said } = current();
    if (value.length) said[letter] = value;
    else delete said[letter];
    examined.keep();
  };

  const comment = h("textarea", { rows: 3, dir: "auto", maxlength: LONGEST_COMMENT, "aria-keyshortcuts": "c",
    on: { input: () => {
      say("c", comment.value);
      analyse.show(); // redraw at once: growing on loss of focus would move the button under the pointer
    }, keydown: (/** @type {KeyboardEvent} */ event) => event.key === "Escape" && app.board.focus() } });
  const signs = SIGNS.map((sign) =>
    button(sign, () => setSign(sign), { "aria-label": SIGN_WORDS[sign], title: SIGN_WORDS[sign],
      "aria-pressed": "false" })
  );
  const value = h("p", { class: "muted small" });

  /** @param {string} sign */
  const setSign = (sign) => {
    const { said, move } = current();
    if (!move) return;
    say("s", said.s === sign ? "" : sign);
    announce(said.s ? t("{name} {move}, {grade}", { name: "", move, grade: SIGN_WORDS[sign] }).trim() : t("No sign."));
    analyse.show();
  };

  // --- marks on the board ------------------------------------------------------------------------------------------

  let isMarking = false;
  let shape = "circle";
  let from = ""; // the first square of an unfinished arrow
  let pressed = ""; // the square where the right button went down

  const toggle = button(t("Mark squares"), () => setMarking(!isMarking), { "aria-pressed": "false",
    "aria-keyshortcuts": "x" });
  const shapes = SHAPES.map((name, i) =>
    button(PICTURES[i], () => setShape(name), { "aria-label": SHAPE_WORDS[name], title: SHAPE_WORDS[name],
      "aria-pressed": String(name === shape) })
  );
  const wipe = button(t("Clear marks"), () => mark([]));
  const palette = h("div", { class: "actions signs", role: "group", "aria-label": t("Mark to draw"), hidden: true },
    ...shapes, wipe);
  const hint = h("p", { class: "muted small", hidden: true });

  /** @param {boolean} on */
  const setMarking = (on) => {
    isMarking = on;
    const wasDrawing = from;
    from = "";
    if (wasDrawing) analyse.draw();
    toggle.setAttribute("aria-pressed", String(on));
    palette.hidden = hint.hidden = !on;
    hint.textContent = shape === "arrow"
      ? t("Choose the first square of the arrow, then the last.")
      : t("Choose a square on the board to mark it; choose it again to remove the mark.");
    if (on) announce(hint.textContent);
  };

  /** @param {string} name */
  const setShape = (name) => {
    shape = name;
    shapes.forEach((each, i) => each.setAttribute("aria-pressed", String(SHAPES[i] === name)));
    setMarking(true);
  };

  /** @param {import("../../core/protocol.js").Said["k"]} marks */
  const mark = (marks) => {
    say("k", marks ?? []);
    analyse.draw();
  };

  /** Draw a mark on a square, or remove it if present.
   * @param {string} square @param {string} [to]  The end of an arrow. */
  const markSquare = (square, to = "") => {
    const { k = [] } = current().said;
    const name = to ? "arrow" : shape === "arrow" ? "circle" : shape;
    const there = k.find((each) => each[0] === name && each[1] === square && (!to || each[2] === to));
    const others = k.filter((each) => each !== there && (to || each[0] === "arrow" || each[1] !== square));
    const letters = k.filter((each) => each[0] === "label").map((each) => each[2]);
    const letter = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"].find((each) => !letters.includes(each)) ?? "Z";
    /** @type {[string, string, string?]} */
    const added = to ? [name, square, to] : name === "label" ? [name, square, letter] : [name, square];
    mark(there ? others : [...others, added]);
    const words = inWords(added);
    announce(
      there ? t("{mark} is removed.", { mark: capital(words) }) : t("{mark} is drawn.", { mark: capital(words) }),
    );
  };

  /** @param {[string, string, string?]} mark */
  const inWords = ([name, square, text = ""]) => {
    if (name === "arrow") return t("arrow from {from} to {to}", { from: square, to: text });
    return name === "label"
      ? t("letter {letter} on {square}", { letter: text, square })
      : t("{shape} on {square}", { shape: SHAPE_WORDS[name], square });
  };

  /** Handle the choice of a square; true if it is marked. @param {string} name */
  const choose = (name) => {
    if (!isMarking && keeping.live.answer(name)) return true;
    const { view } = current();
    if (!isMarking || !view || !/^[a-j][0-9]+$/.test(name) || cellOf(name, view.width, view.height) < 0) return false;
    if (shape !== "arrow") markSquare(name);
    else if (!from) {
      from = name;
      announce(t("The arrow begins on {square}.", { square: name }));
      analyse.draw();
    } else {
      const begin = from;
      from = "";
      if (begin === name) analyse.draw();
      else markSquare(begin, name);
    }
    return true;
  };

  /** The square of an event on the board; empty if there is none or another part is visible. @param {Event} event */
  const squareAt = (event) =>
    (app.mode === analyse
      && /** @type {Element} */ (event.target).closest("[data-square]")?.getAttribute("data-square")) || "";
  app.board.host.addEventListener("pointerdown",
    (/** @type {PointerEvent} */ event) => (pressed = event.button === 2 ? squareAt(event) : ""));
  app.board.host.addEventListener("contextmenu", (/** @type {MouseEvent} */ event) => {
    const square = squareAt(event);
    if (square) event.preventDefault();
    if (square && !pressed) markSquare(square); // long press or key; pointerup handles the mouse
  });
  app.board.host.addEventListener("pointerup", (/** @type {PointerEvent} */ event) => {
    const [begin, end] = [pressed, squareAt(event)];
    pressed = "";
    if (event.button !== 2 || !begin || !end) return;
    if (begin === end) markSquare(end);
    else markSquare(begin, end);
    pressed = end; // for systems that open the menu now
    setTimeout(() => (pressed = ""));
  });

  /** The marks over the board, and their words for squares. @returns {import("../../board/board.js").Over} */
  const over = () => {
    const { k: marks = [] } = current().said;
    /** @type {Record<string, string[]>} */
    const words = {};
    for (const each of marks) {
      for (const square of each[0] === "arrow" ? [each[1], each[2] ?? each[1]] : [each[1]]) {
        (words[square] ??= []).push(inWords(each));
      }
    }
    const begun = from && shown === current() ? drawnMark(app.board, ["circle", from]) : [];
    return { words,
      shapes:
        () => [s("g", { class: "drawn" }, ...marks.flatMap((each) => drawnMark(app.board, each)), ...begun),
          ...keeping.room.shapes()] };
  };

  // --- variations --------------------------------------------------------------------------------------------------

  /** Go to the variation beside this one. @param {number} by */
  const beside = (by) => {
    for (let node = current(); node.parent; node = node.parent) {
      const { children } = node.parent;
      const other = children[children.indexOf(node) + by];
      if (children.length > 1) {
        if (other) examined.go(other);
        return true;
      }
    }
    return false;
  };

  const moveUp = button(t("Move up"), () => {
    const node = current();
    const { children = [] } = node.parent ?? {};
    const at = children.indexOf(node);
    if (at > 0) analyse.alter(() => children.splice(at - 1, 2, node, children[at - 1]));
    announce(t("{move} is one variation further up.", { move: node.move }));
  });
  const previous = button("↑", () => beside(-1), { "aria-label": t("Previous variation"),
    title: t("Previous variation") });
  const next = button("↓", () => beside(1), { "aria-label": t("Next variation"), title: t("Next variation") });
  const variations = h("div", { class: "actions" }, previous, next, moveUp);

  // --- on the page -------------------------------------------------------------------------------------------------

  const label = h("span", {});
  fill(analyse.notes,
    h("div", { class: "card notes-part" }, h("h2", {}, t("Notes")), variations,
      h("div", { class: "actions signs", role: "group", "aria-label": t("Sign of the move") }, ...signs), value,
      h("label", { class: "field" }, label, comment), h("div", { class: "actions" }, toggle), palette, hint,
      keeping.about));
  /** @type {Node | null} */
  let shown = null;

  /** Replace the comment while its field has the focus, and leave the caret at its words. @param {string} text */
  const retype = (text) => {
    const { value: before, selectionStart: start, selectionEnd: end } = comment;
    let same = 0;
    while (same < before.length && before[same] === text[same]) same++;
    const by = text.length - before.length;
    comment.value = text;
    comment.setSelectionRange(start > same ? start + by : start, end > same ? end + by : end);
  };

  /** Show the notes on the current position. */
  const draw = () => {
    const node = current();
    const { said, move, parent } = node;
    if (shown !== node) from = "";
    keeping.live.drawn();
    if (shown !== node || document.activeElement !== comment) comment.value = said.c ?? "";
    else if (comment.value !== (said.c ?? "")) retype(said.c ?? ""); // somebody else has changed it, too
    comment.readOnly = keeping.live.isOpen && !keeping.live.edits;
    shown = node;
    label.textContent = move ? t("Comment on {move}", { move }) : t("Comment on the start");
    signs.forEach((each, i) => {
      each.setAttribute("aria-pressed", String(said.s === SIGNS[i]));
      each.disabled = !move || comment.readOnly;
    });
    value.textContent = said.v && said.v.value !== null
      ? t("{move} was given the value {value}, {basis}.", { move, value: signed(said.v.value),
        basis: basisInWords(said.v) })
      : "";
    value.hidden = !value.textContent;
    const siblings = parent?.children ?? [];
    variations.hidden = siblings.length < 2;
    previous.disabled = siblings[0] === node;
    next.disabled = siblings.at(-1) === node;
    moveUp.disabled = siblings.indexOf(node) < 1;
    keeping.draw();
    wipe.disabled = !said.k?.length;
  };

  return {
    get over() {
      return over();
    },
    draw,
    choose,
    bringBack: keeping.bringBack,
    changed: keeping.changed,
    open: keeping.open,
    hear: (/** @type {any} */ event) => keeping.live.hear(event),
    comeBack: () => keeping.live.comeBack(),
    get isAsked() {
      return keeping.live.isAsked;
    },
    /** @param {string} name */
    key(name) {
      if (name === "ArrowUp") return beside(-1);
      if (name === "ArrowDown") return beside(1);
      if (name === "c") comment.focus();
      else if (name === "x") setMarking(!isMarking);
      else return false;
      return true;
    },
    leave: () => setMarking(false),
    shareable: keeping.shareable,
    shared: keeping.shared,
  };
}
