// What a module that is fetched later needs of the page's own, since it may import nothing.

import { announce, note, sentence } from "./announce.js";
import { dateOf } from "./kept.js";
import { Board } from "./board.js";
import { button, by, copyText, download, fill, forget, h, recall, remember, s, saveAs } from "./dom.js";
import { choice, moveForm, titleOf } from "./fields.js";
import { fileField, fillFaults, sent } from "./files.js";
import { badge } from "./movelist.js";
import { nameInPlace } from "./naming.js";
import { cellOf } from "./protocol.js";
import { thumbnail } from "./thumbnail.js";
import { basis, basisInWords, moveName, signed, tenths, written } from "./values.js";
import { grouped, heard, LANGUAGE, listed, n, sentences, t } from "./words.js";

export const TOOLS = {
  ...{ announce, badge, Board, button, by, copyText, download, fill, forget, grouped, h, listed, n, note, recall, remember },
  ...{ basis, basisInWords, cellOf, choice, dateOf, fileField, fillFaults, LANGUAGE, moveForm, heard, moveName, nameInPlace, titleOf, written },
  ...{ s, saveAs, sent, sentence, sentences, signed, t, tenths, thumbnail },
};

/** @typedef {typeof TOOLS} Tools */
