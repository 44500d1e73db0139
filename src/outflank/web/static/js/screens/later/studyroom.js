// The people of a shared study and the board of a class: links, members, positions, questions and answers.

import { announce, copied } from "../../core/announce.js";
import { button, fill, h, s } from "../../core/dom.js";
import { copyRow } from "../../core/fields.js";
import { reached, reachWarning } from "../../core/reach.js";
import { cellOf } from "../../core/protocol.js";
import { n, sentences, t } from "../../core/words.js";
import { faceOfPerson } from "../../board/movelist.js";
import { nodeAt } from "../../board/operations.js";
import { moveName } from "../../board/values.js";

/** @typedef {import("../../core/protocol.js").StudyPerson} StudyPerson */

const MOST_SHOWN = 40; // people in the list

/**
 * @param {import("../analyse.js").Analyse} analyse
 * @param {import("./livestudy.js").LiveStudy} live
 * @param {() => Promise<void>} share
 */
export function roomOf(analyse, live, share) {
  const { app } = analyse;
  const { examined } = app;
  const sharer = button(t("Share this study …"), async () => {
    sharer.disabled = true;
    await share();
    sharer.disabled = false;
  });
  const people = h("ul", { class: "study-people", "aria-label": t("People here") });
  const hint = h("p", { class: "muted small" });
  const links = h("div", {});
  const members = h("ul", { class: "study-members", "aria-label": t("Members of the study") });
  const shared = h("div", { class: "study-room" }, h("h3", {}, t("Together")), people, hint, links, members);
  const section = h("div", {}, sharer, shared);
  const bar = h("div", { class: "card class-bar", role: "region", "aria-label": t("Class") });
  analyse.panel.prepend(bar);
  let shownBar = "";
  let shownLinks = "";

  /** @param {StudyPerson | {who: number, name: string}} person */
  const nameOf = ({ who, name }) => (who === live.you ? t("You") : name || t("Somebody"));
  const leader = () => live.people.get(live.board.leader ?? 0);
  const tell = (/** @type {import("../../core/protocol.js").MessageType} */ type, fields = {}) =>
    app.ask(/** @type {any} */ (type), /** @type {any} */ ({ study: live.id, ...fields }));

  // --- people ------------------------------------------------------------------------------------------------------

  /** @param {StudyPerson} person */
  const personRow = (person) => {
    const { who, role, path } = person;
    const name = nameOf(person);
    const mayFollow = who !== live.you && (path !== null || who === live.board.leader);
    const isFollowed = who === live.following;
    const label = isFollowed ? t("Stop following {name}", { name }) : t("Follow {name}", { name });
    const follow = mayFollow
      ? button(isFollowed ? t("Stop following") : t("Follow"), () => live.follow(isFollowed ? 0 : who), {
        "aria-label": label,
        "aria-pressed": String(isFollowed),
      })
      : null;
    const isRemovable = live.role === "owner" && who !== live.you && role !== "owner";
    return h("li", {}, faceOfPerson({ who, name: person.name }), h("bdi", {}, name),
      h("span", { class: "muted small" },
        role === "owner" ? t("owner") : role === "edit" ? t("edits") : person.away ? t("tries moves") : t("follows")),
      follow,
      isRemovable
        ? button(t("Remove"), () => tell("remove-from-study", { who }), { "aria-label": t("Remove {name}", { name }) })
        : null);
  };

  const order = { owner: 0, edit: 1, watch: 2 };

  const drawPeople = () => {
    const all = [...live.people.values()].sort((one, other) => order[one.role] - order[other.role]);
    fill(people, ...all.slice(0, MOST_SHOWN).map(personRow));
    hint.textContent = sentences(
      all.length > MOST_SHOWN ? n("{count} person is here.", "{count} people are here.", all.length) : "",
      live.edits ? "" : t("You follow this study. Moves of your own stay on this page."),
    );
    const absent = live.members.filter(({ who }) => !live.people.has(who));
    fill(members,
      ...absent.map(({ who, name }) =>
        h("li", {}, h("bdi", {}, name || t("Somebody")), h("span", { class: "muted small" }, t("edits; not here now")),
          button(t("Remove"), () => tell("remove-from-study", { who }), { "aria-label": t("Remove {name}", { name }) }))
      ));
    members.hidden = !absent.length;
  };

  /** Show where the others look, in the list of moves. */
  const place = () => {
    examined.present.clear();
    if (!live.isOpen) return;
    for (const { who, name, path } of live.people.values()) {
      const node = who !== live.you && path?.length ? nodeAt(live.own, path) : undefined;
      if (node) examined.present.set(node, [...(examined.present.get(node) ?? []), { who, name }]);
    }
  };

  // --- links -------------------------------------------------------------------------------------------------------

  /** @param {"edit" | "watch"} which */
  const addressOf = (which) => {
    const secret = live.isOpen ? live.links?.[which] ?? live.secret : examined.card.secret;
    const address = `${reached(app).base}#/study/${examined.card.id}`;
    return secret ? `${address}/${secret}` : address;
  };

  /** @param {"edit" | "watch"} which */
  const linkRow = (which) => {
    const [label, copying] = which === "edit"
      ? [t("Link to edit together"), t("Copy the link to edit together")]
      : [t("Link to follow, for a class"), t("Copy the link to follow")];
    return copyRow(label, addressOf(which), copying, () => copied(addressOf(which), t("Link")));
  };

  /** @param {"edit" | "watch"} which */
  const renewable = (which) =>
    h("div", { class: "study-link" }, linkRow(which), button(t("New link"), () =>
      tell("share-study", { renew: which }), { class: "link", "aria-label": which === "edit"
        ? t("New link to edit; the old one no longer works")
        : t("New link to follow; the people who follow must leave") }));

  /** The links to the study for the dialog that shares; null if the game is no study. `again` shows new ones.
   * @param {() => void} again */
  const shareable = (again) => {
    const { card } = examined;
    if (!card.id) return null;
    if (!card.shared) {
      const make = button(t("Share this study …"), async () => {
        make.disabled = true;
        await share();
        again();
      }, { class: "primary" });
      const words = t("A link shows the whole study, with its comments and variations. Nobody can open it yet.");
      return { address: "", fields: [h("p", {}, words), make] };
    }
    /** @type {("edit" | "watch")[]} */
    const kinds = live.links ? ["watch", "edit"] : [live.edits ? "edit" : "watch"];
    return { address: addressOf(kinds[0]), fields: kinds.map(linkRow) };
  };

  const drawLinks = () => {
    const shown = JSON.stringify([live.links, live.edits, live.board.leader]);
    if (shown === shownLinks) return;
    shownLinks = shown;
    fill(links, ...(live.links ? [renewable("edit"), renewable("watch"), reachWarning(app)] : []),
      h("div", { class: "actions" }, live.edits
        ? button(t("Everyone to my board"), () => {
          tell("gather-study", { path: live.own.current.path });
          announce(t("Everybody comes to this position."));
        })
        : null,
        live.role === "owner" && live.board.leader === null
          ? button(t("Lead a class"), () => tell("lead-study", { on: true }))
          : null));
  };

  // --- the class ---------------------------------------------------------------------------------------------------

  /** The counts of the answers, if this person may see them. @returns {[string, number][]} */
  const counts = () => {
    const { question } = live.board;
    const isHere = question && live.own.current.path.join() === question.path.join();
    return live.isOpen && isHere && question.counts ? Object.entries(question.counts) : [];
  };

  /** The answers as a list of bars. */
  const bars = () => {
    const found = Object.entries(live.board.question?.counts ?? {});
    const most = Math.max(1, ...found.map(([, count]) => count));
    return h("ul", { class: "answer-bars", "aria-label": t("Answers") }, ...found.map(([move, count]) => {
      const fraction = h("span", { class: "answer-bar" });
      fraction.style.setProperty("--share", String(count / most));
      return h("li", {}, h("b", {}, moveName(move)), fraction, h("span", {}, String(count)));
    }));
  };

  /** The bar of the leader. */
  const leaderBar = () => {
    const { question } = live.board;
    const pupils = [...live.people.values()].filter(({ who }) => who !== live.you);
    const away = pupils.filter((each) => each.away).length;
    const words = sentences(n("You lead a class of {count}.", "You lead a class of {count}.", pupils.length),
      away ? n("{count} tries moves.", "{count} try moves.", away) : "",
      question ? n("{count} answer.", "{count} answers.", question.n_answers) : "");
    const ask = (/** @type {string} */ what) => () => tell("ask-class", { what });
    return [h("p", {}, words), question ? bars() : null,
      h("div", { class: "actions" },
        question?.state === "asked" ? button(t("Show the answers to all"), ask("reveal"), { class: "primary" }) : null,
        question
          ? button(t("Close the question"), ask("dismiss"))
          : button(t("Ask: find the move"), ask("ask"), { class: "primary" }),
        question ? null : button(t("End the class"), () => tell("lead-study", { on: false })))];
  };

  /** The bar of somebody who follows the class. */
  const pupilBar = () => {
    const name = leader()?.name || t("The leader");
    const { question } = live.board;
    const own = question?.own ? moveName(question.own) : "";
    const isAway = live.away || live.following !== live.board.leader;
    const back = button(t("Back to {name}", { name }), () => live.follow(live.board.leader ?? 0), { class: "primary" });
    if (isAway) {
      return [h("p", {}, t("You try for yourself: nobody sees your moves.")), h("div", { class: "actions" }, back)];
    }
    const words = question?.state === "asked"
      ? own
        ? t("Your answer is {move}. You can still choose another move.", { move: own })
        : t("Find the best move, and choose it on the board.")
      : question
      ? own ? t("These are the answers. Yours was {move}.", { move: own }) : t("These are the answers.")
      : t("You follow {name}.", { name });
    return [h("p", { role: "status" }, words), question?.state === "revealed" ? bars() : null,
      h("div", { class: "actions" }, question?.state === "asked" ? null : button(t("Try for yourself"), () => {
        live.following = 0;
        live.away = !live.edits;
        live.look();
        draw();
        announce(t("You try for yourself: nobody sees your moves."));
      }))];
  };

  /** The bar of somebody who follows a study without a class, on a line of their own or behind somebody. */
  const followerBar = () => {
    if (live.away) {
      return [h("p", {}, t("You try for yourself: nobody sees your moves.")),
        h("div", { class: "actions" }, button(t("Back to the study"), () => {
          live.drop();
          analyse.alter(() => {});
          draw();
        }, { class: "primary" }))];
    }
    const followed = live.people.get(live.following);
    return followed
      ? [h("p", {}, t("You follow {name}.", { name: nameOf(followed) })),
        h("div", { class: "actions" }, button(t("Stop following"), () => live.follow(0)))]
      : null;
  };

  const drawBar = () => {
    const content = !live.isOpen
      ? null
      : live.leads
      ? leaderBar()
      : live.board.leader !== null
      ? pupilBar()
      : followerBar();
    bar.hidden = !content;
    analyse.panel.classList.toggle("asked", live.isAsked);
    const shown = JSON.stringify([live.board, live.following, live.away, live.leads, [...live.people.values()].length,
      [...live.people.values()].filter((each) => each.away).length, Boolean(content)]);
    if (shown === shownBar) return;
    shownBar = shown;
    fill(bar, ...(content ?? []));
  };

  /** The answers over the squares: a bar as long as their part, and their number. */
  const shapes = () => {
    const found = counts();
    const own = live.board.question?.own;
    const { width, height } = app.board.drawn;
    const total = found.reduce((sum, [, count]) => sum + count, 0);
    const at = (/** @type {string} */ move) => {
      const cell = cellOf(move, width, height);
      return { x: app.board.x(cell), y: app.board.y(cell) };
    };
    const drawn = found.filter(([move]) => move !== "pass").map(([move, count]) => {
      const { x, y } = at(move);
      return s("g", { class: "answer" },
        s("rect", { x: x - 40, y: y + 22, width: 80, height: 14, rx: 7, class: "whole" }),
        s("rect", { x: x - 40, y: y + 22, width: Math.max(14, (80 * count) / total), height: 14, rx: 7 }),
        s("text", { x, y: y + 12 }, String(count)));
    });
    const isAsked = live.isAsked && own && own !== "pass";
    if (isAsked) {
      const { x, y } = at(own);
      drawn.push(s("g", { class: "answer own" }, s("circle", { cx: x, cy: y, r: 30 })));
    }
    return drawn;
  };

  const draw = () => {
    const isOpen = live.isOpen;
    sharer.hidden = isOpen || !examined.card.id || Boolean(examined.card.shared);
    shared.hidden = !isOpen;
    place();
    drawBar();
    if (!isOpen) return;
    drawPeople();
    drawLinks();
  };

  let isWaiting = false;
  live.onChange = () => {
    if (isWaiting) return;
    isWaiting = true;
    requestAnimationFrame(() => {
      isWaiting = false;
      draw();
      if (app.mode === analyse && live.isOpen) analyse.listMoves();
    });
  };

  return { section, draw, shapes, shareable };
}
