// The key of a browser as a link in a QR code, which the camera of another device opens.
//
// The key is behind the # of the address, which browsers do not send to servers.

import { h, s } from "../../core/dom.js";
import { reached, reachWarning } from "../../core/reach.js";
import { t } from "../../core/words.js";
import { qrCode } from "./qrcode.js";

const KEY = /^[a-z0-5]{32}$/;
const QUIET = 4; // modules of light around a code

/** True for a key that a browser of this page may have made. @param {string} key */
export function isKey(key) {
  return KEY.test(key);
}

/** A picture of the link; null if the address of this server is too long for it.
 * @param {import("../../main.js").App} app */
export function keyPicture(app) {
  const { base } = reached(app);
  const rows = qrCode(`${base}#/account/key/${app.connection.key}`);
  if (!rows) return null;
  const side = rows.length + 2 * QUIET;
  const dark = rows.flatMap((row, y) => row.map((module, x) => module ? `M${x} ${y}h1v1h-1z` : "")).join("");
  return h("figure", { class: "key-code" },
    s("svg", { viewBox: `${-QUIET} ${-QUIET} ${side} ${side}`, role: "img", "aria-label": t("Your key as a QR code"),
      "shape-rendering": "crispEdges" }, s("rect", { x: -QUIET, y: -QUIET, width: side, height: side, fill: "#fff" }),
      s("path", { d: dark, fill: "#000" })),
    h("figcaption", {}, t("Scan this with the camera of your other device, and open the link there."),
      reachWarning(app)));
}
