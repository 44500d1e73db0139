// The line below the header: a game of the person that begins, runs or ends while the page shows something else, or a
// tournament that its organiser has cancelled.

import { announce, sentence } from "../../core/announce.js";
import { by, h } from "../../core/dom.js";
import { notify } from "../../core/notify.js";
import { outcome } from "../../board/outcome.js";
import { isolated } from "../../board/people.js";
import { time } from "../../board/stage.js";
import { listed, t } from "../../core/words.js";

/**
 * @typedef {{game: string, turn: boolean, against: string[], left: number, runs: boolean}} Running
 * @typedef {{game: string, against: string[], names: string[], you: number[],
 *   view: import("../../core/protocol.js").View, result: import("../../core/protocol.js").Result | null}} GameNews
 * @typedef {{tournament: string, title: string}} Cancelled
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
    /** @type {Running | null} */
    this.running = null; // the game that needs the person first
    /** @type {News | null} */
    this.news = null; // until the person opens it
    this.heard = 0; // time of the news
    this.asked = 0; // time of the last answer
    this.clock = h("span", { class: "clock" });
    this.host = h("a", { class: "banner elsewhere", hidden: true, on: { click: () => this.read() } });
    by("banner").before(this.host);
    setInterval(() => this.tick(), TICK_MS);
    setInterval(() => this.running && app.askClocks(), ASKED_MS);
  }

  /** Show the game that needs the person first, unless it is on screen. @param {Running[]} found */
  take(found) {
    const { mode, modes } = this.app;
    const shown = mode === modes.play ? modes.play.id : "";
    this.asked = performance.now();
    this.running = found.find(({ game }) => game !== shown) ?? null;
    const isOld = this.running && performance.now() - this.heard > NEWS_MS;
    if (isOld || gameOf(this.news) === shown) this.news = null;
    this.show();
  }

  /** @param {News} news */
  hear(news) {
    this.news = news;
    this.heard = performance.now();
    this.running = null; // until the server answers
    this.show();
    if (document.hidden) {
      if ("tournament" in news) notify(newsWords(news), "", news.tournament);
      else notify(newsWords(news), listed(news.against), news.game);
    }
    this.app.askClocks();
  }

  /** The person opens the tournament that the line tells of. */
  read() {
    if (this.news && "tournament" in this.news) this.news = null;
    this.show();
  }

  show() {
    const { running, news } = this;
    this.host.hidden = !running && !news;
    if (news) this.write(placeOf(news), newsWords(news), true, running?.game === gameOf(news));
    else if (running) this.write(placeOf(running), turnWords(running), running.turn, true);
    this.tick();
  }

  /** @param {string} place @param {string} words @param {boolean} urges @param {boolean} isTimed */
  write(place, words, urges, isTimed) {
    if (urges && this.host.firstChild?.textContent !== words) announce(words);
    this.host.href = place;
    this.host.classList.toggle("calm", !urges);
    this.host.replaceChildren(h("span", {}, words), ...(isTimed ? [this.clock] : []));
  }

  tick() {
    if (!this.running) return;
    const { left, runs } = this.running;
    this.clock.textContent = time(Math.max(0, left - (runs ? performance.now() - this.asked : 0) / 1000));
  }
}

/** The address of a game or a tournament. @param {Running | News} of */
function placeOf(of) {
  return "tournament" in of ? `#/tournament/${of.tournament}` : `#/play/${of.game}`;
}

/** The id of the game that news is about; null if it is about none. @param {News | null} news */
function gameOf(news) {
  return news && "game" in news ? news.game : null;
}

/** @param {News} news */
function newsWords(news) {
  if ("tournament" in news) return t("The tournament “{title}” is cancelled", { title: isolated(news.title) });
  const { against, names, view, result, you } = news;
  return result
    ? sentence(outcome(names, view, result, you.length === 1 ? you[0] : null))
    : t("{name} is here: your game has begun", { name: isolated(listed(against)) });
}

/** @param {Running} running */
function turnWords({ turn, against }) {
  const name = listed(against);
  if (!turn) return t("{name} to move", { name });
  return name ? t("Your turn against {name}", { name }) : t("Your turn");
}
