// The server's address in links for other people.

import { t } from "./words.js";

/** The address at which others reach this server, with a trailing slash; `words` warn if they cannot reach it.
 * @param {{reach: string}} app @returns {{base: string, words: string}} */
export function reached(app) {
  const here = `${location.origin}/`;
  if (!/^(localhost|127\.[\d.]+|\[::1\])$/i.test(location.hostname)) return { base: here, words: "" };
  if (app.reach) return { base: app.reach, words: "" };
  return { base: here,
    words: t("Only this computer can open this link. To let others in, start the server with --host 0.0.0.0.") };
}
