// The line below the header: a game of the person that begins, runs, asks a question or ends while the page shows
// something else, or a tournament that its organiser has cancelled.

import { announce, capital } from "../../core/announce.js";
import { by, h } from "../../core/dom.js";
import { notify } from "../../core/notify.js";
import { outcome } from "../../board/outcome.js";
import { asked, isolated } from "../../board/people.js";
import { time } from "../../board/stage.js";
import { listed, t } from "../../core/words.js";

/**
 * @typedef {{game: string, question: import("../../core/protocol.js").Offer["what"] | null, asker: string,
 *   turn: boolean, against: string[], left: number | null, runs: boolean}} Awaited  A clock, a question or both.
 * @typedef {{game: string, against: string[], names: string[], you: number[],
 *   view: import("../../core/protocol.js").View, result: import("../../core/protocol.js").Result | null}} GameNews
 * @typedef {{tournament: string, title: string}} Cancelled
 * @typedef {{game: string, questions: true}} Questions  The questions of a game have changed.
 * @typedef {GameNews | Cancelled} News
 */

const ASKED_MS = 2000; // between two requests while a clock runs
const NEWS_MS = 8000; // a running game takes the line after this time
const TICK_MS = 200;

/** @param {{app: import("../../main.js").App}} owner */
export function build({ app }) {
  return new Elsewhere(app);
}

class Elsewhere {
  /** @param {import("../../main.js").App} app */
  constructor(app) {
    this.app = app;
    /** @type {Awaited | null} */
    this.awaited = null; // the game that needs the person first
    /** @type {News | null} */
    this.news = null; // until the person opens it, or has seen an end and turns to another screen
    this.heard = 0; // time of the news
    this.place = ""; // the screen that first showed the news
    this.asked = 0; // time of the last answer
    this.clock = h("span", { class: "clock" });
    this.host = h("a", { class: "banner elsewhere", hidden: true, on: { click: () => this.read() } });
    by("banner").before(this.host);
    setInterval(() => this.tick(), TICK_MS);
    setInterval(() => this.awaited && app.askAwaited(), ASKED_MS);
  }

  /** Show the game that needs the person first, unless it is on screen. @param {Awaited[]} found */
  take(found) {
    const { mode, modes, place } = this.app;
    const shown = mode === modes.play ? modes.play.id : "";
    const before = this.awaited;
    this.asked = performance.now();
    const awaited = this.awaited = found.find(({ game }) => game !== shown) ?? null;
    const isOld = awaited
      && (awaited.game === gameOf(this.news) && awaited.question || this.asked - this.heard > NEWS_MS);
    const isSeen = place !== this.place && !isBegin(this.news);
    if (isOld || isSeen || gameOf(this.news) === shown) this.news = null;
    this.show();
    const isNew = awaited?.question && (awaited.game !== before?.game || awaited.question !== before.question);
    if (isNew && document.hidden) notify(awaitedWords(awaited), listed(awaited.against), awaited.game);
  }

  /** @param {News | Questions} news */
  hear(news) {
    const { mode, modes, place } = this.app;
    if ("questions" in news) {
      this.app.askAwaited();
      return;
    }
    if (mode === modes.play && modes.play.state?.next === gameOf(news)) return; // the page opens the rematch itself
    this.news = news;
    this.heard = performance.now();
    this.place = place;
    this.awaited = null; // until the server answers
    this.show();
    if (document.hidden) {
      if ("tournament" in news) notify(newsWords(news), "", news.tournament);
      else notify(newsWords(news), listed(news.against), news.game);
    }
    this.app.askAwaited();
  }

  /** The person opens the tournament that the line tells of. */
  read() {
    if (this.news && "tournament" in this.news) this.news = null;
    this.show();
  }

  show() {
    const { awaited, news } = this;
    const isTimed = awaited !== null && awaited.left !== null;
    this.host.hidden = !awaited && !news;
    if (news) this.write(placeOf(news), newsWords(news), true, isTimed && awaited.game === gameOf(news));
    else if (awaited) this.write(placeOf(awaited), awaitedWords(awaited), awaited.turn || awaited.question, isTimed);
    this.tick();
  }

  /** @param {string} place @param {string} words @param {unknown} urges @param {boolean} isTimed */
  write(place, words, urges, isTimed) {
    const known = [this.host, by("live")].map((each) => each.firstChild?.textContent?.trim());
    if (urges && !known.includes(words)) announce(words);
    this.host.href = place;
    this.host.classList.toggle("calm", !urges);
    this.host.replaceChildren(h("span", {}, words), ...(isTimed ? [this.clock] : []));
  }

  tick() {
    if (!this.awaited || this.awaited.left === null) return;
    const { left, runs } = this.awaited;
    this.clock.textContent = time(Math.max(0, left - (runs ? performance.now() - this.asked : 0) / 1000));
  }
}

/** The address of a game or a tournament. @param {Awaited | News} of */
function placeOf(of) {
  return "tournament" in of ? `#/tournament/${of.tournament}` : `#/play/${of.game}`;
}

/** The id of the game that news is about; null if it is about none. @param {News | null} news */
function gameOf(news) {
  return news && "game" in news ? news.game : null;
}

/** True if the news is about a game that begins. @param {News | null} news */
function isBegin(news) {
  return news !== null && "game" in news && !news.result;
}

/** @param {News} news */
function newsWords(news) {
  if ("tournament" in news) return t("The tournament “{title}” is cancelled", { title: isolated(news.title) });
  const { against, names, view, result, you } = news;
  return result
    ? capital(outcome(names, view, result, you.length === 1 ? you[0] : null))
    : t("{name} is here: your game has begun", { name: isolated(listed(against)) });
}

/** @param {Awaited} awaited */
function awaitedWords({ question, asker, turn, against }) {
  if (question) return asked({ labels: [asker], you: [] }, { what: question, by: [0] });
  const name = listed(against);
  if (!turn) return t("{name} to move", { name });
  return name ? t("Your turn against {name}", { name }) : t("Your turn");
}
