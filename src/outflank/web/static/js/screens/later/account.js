// A person's identity: the name, the key as words, blocked people, and all that the server stores about the person.

import { note } from "../../core/announce.js";
import { button, copyText, fill, h, recall, remember, saveAs } from "../../core/dom.js";
import { n, t } from "../../core/words.js";
import { clubTabs } from "../clubwords.js";
import { isKey, keyPicture } from "./keylink.js";
import { keyOf, wordsOf } from "./keywords.js";

const LONGEST_NAME = 24;

/** @typedef {{number: number, name: string, joined: number}} Member */

/** @param {import("../../core/later.js").FetchedScreen} screen */
export function build(screen) {
  const { app } = screen;
  /** @type {{member: Member | null, blocked: Member[]}} */
  let own = { member: null, blocked: [] };
  let returns = false; // true if the person came from the lobby to choose a name
  const name = h("input", { name: "member", maxlength: LONGEST_NAME, autocomplete: "nickname", dir: "auto",
    required: true });
  const claimer = h("button", { type: "submit", class: "primary" });
  const about = h("p", {});
  const question = h("section", { class: "card", "aria-label": t("A key from another device"), hidden: true });
  const words = h("div", { hidden: true });
  const shower = button(t("Show the words"), () => showWords());
  const moved = h("textarea", { rows: 3, autocomplete: "off", autocapitalize: "off", spellcheck: "false",
    name: "words" });
  const wrong = h("p", { class: "warning", role: "alert", hidden: true });
  const blocked = h("ul", { class: "members" });
  const blocking = h("section", { class: "card", "aria-label": t("Blocked people"), hidden: true },
    h("h3", {}, t("Blocked people")), blocked);
  const confirmed = h("input", { name: "confirmed", maxlength: LONGEST_NAME, autocomplete: "off", dir: "auto" });
  const leaving = h("form", { class: "row-form", hidden: true, on: { submit: (event) => leave(event) } },
    h("label", { class: "field" }, h("span", {}, t("Type your own name to delete everything")), confirmed),
    h("button", { type: "submit" }, t("Delete everything")));

  fill(screen.host, h("h2", {}, app.user ? t("Your name") : t("Your name and key")), clubTabs(""), question,
    h("section", { class: "card", "aria-label": t("Your name") }, h("h3", {}, t("Your name")), about,
      h("form", { class: "row-form", on: { submit: (event) => claim(event) } },
        h("label", { class: "field" }, h("span", {}, t("Name on this server")), name), claimer)),
    h("section", { class: "card", "aria-label": t("Sign-in"), hidden: !app.user }, h("h3", {}, t("Sign-in")),
      h("p", {}, t("You are signed in as {user}.", { user: app.user }), " ",
        t("Your name and games are there wherever you sign in."))),
    h("section", { class: "card", "aria-label": t("Key"), hidden: Boolean(app.user) }, h("h3", {}, t("Key")),
      h("p", {}, t("There is no account and no password: your name belongs to a key that only this browser knows."),
        " ", t("As words, the key takes you, your name and your games to another device.")),
      h("p", { class: "muted" }, t("Write the words down and show them to nobody: whoever knows them is you."), " ",
        t("Without them, you lose your name when you clear the browser’s data.")),
      h("div", { class: "actions" }, shower), words,
      h("form", { on: { submit: (event) => move(event) } },
        h("label", { class: "field" }, h("span", {}, t("Words from another device")), moved), wrong,
        h("div", { class: "actions" }, h("button", { type: "submit" }, t("Be this person here"))))), blocking,
    h("section", { class: "card", "aria-label": t("What this server stores about you") },
      h("h3", {}, t("What this server stores about you")),
      h("ul", {},
        h("li", {},
          app.user
            ? t("a one-way hash of the user name that you sign in with, and your name")
            : t("a one-way hash of your key, and your name")),
        h("li", {}, t("your games, with their moves, times and results, and your ratings")),
        h("li", {}, t("your studies, your practice, whom you block, and your reports")),
        h("li", {}, t("no e-mail address, no network address, no password"))),
      h("p", {}, t("If you delete all this, your games with other people stay without your name."), " ",
        t("Everything else goes at once, and cannot be restored.")),
      h("div", { class: "actions" }, button(t("Download it"), () => download()), button(t("Delete it …"), () => {
        leaving.hidden = !leaving.hidden;
        if (!leaving.hidden) confirmed.focus();
      })), leaving));

  function show() {
    const { member } = own;
    about.textContent = member
      ? t("You are {name} here.", { name: member.name })
      : t("Choose a name to play in the lobby. Nobody else can take it, or one that looks like it.");
    name.value = member?.name ?? (app.user || recall("name", ""));
    claimer.textContent = member ? t("Change the name") : t("Take this name");
    blocking.hidden = !own.blocked.length;
    fill(blocked,
      ...own.blocked.map((each) =>
        h("li", {}, h("bdi", {}, each.name), " ", button(t("No longer block"), () =>
          unblock(each), { "aria-label": t("No longer block {name}", { name: each.name }) }))
      ));
  }

  /** @param {any} answer */
  function take(answer) {
    if (answer) own = answer;
    show();
  }

  /** @param {SubmitEvent} event */
  async function claim(event) {
    event.preventDefault();
    const answer = await app.ask("claim-name", { name: name.value });
    if (!answer) return;
    remember("name", answer.member.name);
    take(answer);
    note(t("You are {name} here.", { name: answer.member.name }));
    if (returns) location.hash = "#/lobby";
  }

  function showWords() {
    words.hidden = !words.hidden;
    shower.textContent = words.hidden ? t("Show the words") : t("Hide the words");
    const found = words.hidden ? [] : wordsOf(app.connection.key ?? "");
    fill(words,
      found
        ? h("ol", { class: "key-words" }, ...found.map((word) => h("li", {}, word)))
        : h("p", { class: "warning" }, t("This browser’s key was not made by this page, and has no words.")),
      found?.length
        ? button(t("Copy"), async () => {
          if (await copyText(found.join(" "))) note(t("The words are copied."));
        })
        : null, found?.length ? keyPicture(app) : null);
  }

  /** @param {SubmitEvent} event */
  function move(event) {
    event.preventDefault();
    const key = keyOf(moved.value);
    wrong.hidden = Boolean(key);
    wrong.textContent = key ? "" : t("These are not the 16 words of a key: check each word and its place.");
    if (key) become(key);
  }

  /** @param {string} key */
  function become(key) {
    remember("key", key);
    location.reload();
  }

  /** Ask about the key of a link. @param {string} key */
  function offer(key) {
    question.hidden = true;
    if (app.user) note(t("On this server, you are the person whom you sign in as: there is no key to move."));
    else if (!isKey(key)) note(t("This link has no valid key: scan the code again, or type the words."), "error");
    else if (key === app.connection.key) note(t("This browser has this key already."));
    else {
      const { member } = own;
      fill(question, h("h3", {}, t("A key from another device")),
        h("p", {}, t("Do you want to be the person of this key here, with the name and games of the other device?")),
        member
          ? h("p", { class: "warning" },
            t("This browser is {name} now. Write down the words of its own key first, or you lose {name}.", {
              name: member.name,
            }))
          : null, h("div", { class: "actions" }, button(t("Be this person here"), () =>
            become(key), { class: "primary" }), button(t("Stay as I am"), () => {
            question.hidden = true;
          })));
      question.hidden = false;
    }
  }

  /** @param {Member} member */
  async function unblock(member) {
    take(await app.ask("block", { member: member.number, on: false }));
  }

  async function download() {
    const answer = await app.ask("stored");
    if (!answer) return;
    saveAs(new Blob([JSON.stringify(answer.stored, null, 1)], { type: "application/json" }), "outflank-about-me.json");
    const count = answer.stored.games.length;
    note(n("Downloaded, with {count} game.", "Downloaded, with {count} games.", count));
  }

  /** @param {SubmitEvent} event */
  async function leave(event) {
    event.preventDefault();
    if (!(await app.ask("delete-member", { name: confirmed.value }))) return;
    leaving.hidden = true;
    confirmed.value = "";
    take({ member: null, blocked: [] });
    note(t("Everything is deleted."));
  }

  return { async enter(/** @type {string[]} */ [what = "", key = ""]) {
    app.places.write("#/account"); // a key does not stay in the address
    returns = what === "lobby";
    take(await app.ask("member"));
    question.hidden = true;
    if (what === "key") offer(key);
    else if (what && !returns) app.places.miss(`account/${what}`);
  }, show };
}
