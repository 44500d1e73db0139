// QR codes of short texts (ISO/IEC 18004): bytes, with error correction level M, in versions 1 to 6.

const CODEWORDS = [26, 44, 70, 100, 134, 172]; // of each version, for data and correction
const BLOCKS = [[10, 1], [16, 1], [26, 1], [18, 2], [24, 2], [16, 4]]; // codewords of correction a block, and blocks
const [BYTES, PADDING] = [0x40, [0xec, 0x11]];
/** A module is inverted where this is 0. @type {((x: number, y: number) => number)[]} */
const MASKS = [(x, y) => (x + y) % 2, (_, y) => y % 2, (x) => x % 3, (x, y) => (x + y) % 3,
  (x, y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2, (x, y) => x * y % 2 + x * y % 3,
  (x, y) => (x * y % 2 + x * y % 3) % 2, (x, y) => ((x + y) % 2 + x * y % 3) % 2];

/** The rows of a text’s QR code, in which 1 is dark; null for a text of more than 106 bytes.
 * @param {string} text @param {number[]} [masks]  The masks to choose from. */
export function qrCode(text, masks = [...MASKS.keys()]) {
  const bytes = new TextEncoder().encode(text);
  const version = CODEWORDS.findIndex((count, at) => bytes.length + 2 <= count - BLOCKS[at][0] * BLOCKS[at][1]);
  if (version < 0) return null;
  const drawn = masks.map((mask) => draw(version, codewords(bytes, version), mask));
  const penalties = drawn.map(penalty);
  return drawn[penalties.indexOf(Math.min(...penalties))];
}

/** The codewords of data and correction, interleaved. @param {Uint8Array} bytes @param {number} version */
function codewords(bytes, version) {
  const [correction, count] = BLOCKS[version];
  const length = CODEWORDS[version] / count - correction;
  const data = [BYTES | bytes.length >> 4,
    ...Array.from(bytes, (byte, at) => (at ? bytes[at - 1] : bytes.length) << 4 & 255 | byte >> 4),
    (bytes.at(-1) ?? bytes.length) << 4 & 255];
  for (let at = 0; data.length < length * count; at++) data.push(PADDING[at % 2]);
  const blocks = Array.from({ length: count }, (_, at) => data.slice(at * length, (at + 1) * length));
  const corrections = blocks.map((block) => remainder(block, correction));
  const across = (/** @type {number[][]} */ rows) => rows[0].flatMap((_, at) => rows.map((row) => row[at]));
  return [...across(blocks), ...across(corrections)];
}

/** The product in the field of 256 elements. @param {number} one @param {number} other */
function times(one, other) {
  let product = 0;
  for (let bit = 7; bit >= 0; bit--) product = product << 1 ^ (product >> 7) * 0x11d ^ (other >> bit & 1) * one;
  return product;
}

/** The Reed–Solomon codewords of a block. @param {number[]} block @param {number} count */
function remainder(block, count) {
  let [divisor, root] = [[1], 1]; // the highest coefficient first
  for (let at = 0; at < count; at++) {
    divisor = [...divisor, 0].map((each, place) => each ^ times(root, divisor[place - 1] ?? 0));
    root = times(root, 2);
  }
  let left = Array(count).fill(0);
  for (const each of block) {
    const factor = each ^ left[0];
    left = [...left.slice(1), 0].map((value, at) => value ^ times(divisor[at + 1], factor));
  }
  return left;
}

/** @param {number} version @param {number[]} words @param {number} mask */
function draw(version, words, mask) {
  const size = 21 + 4 * version;
  const rows = Array.from({ length: size }, () => Array(size).fill(0));
  const fixed = rows.map((row) => [...row]);
  const set = (/** @type {number} */ x, /** @type {number} */ y, /** @type {any} */ dark) => {
    if (rows[y]?.[x] === undefined) return;
    rows[y][x] = Number(dark);
    fixed[y][x] = 1;
  };
  const square = (/** @type {number} */ x, /** @type {number} */ y, /** @type {number} */ radius,
    /** @type {number[]} */ light) =>
  {
    for (let dy = -radius; dy <= radius; dy++) {
      for (let dx = -radius; dx <= radius; dx++) {
        set(x + dx, y + dy, !light.includes(Math.max(Math.abs(dx), Math.abs(dy))));
      }
    }
  };
  for (let at = 0; at < size; at++) for (const [x, y] of [[at, 6], [6, at]]) set(x, y, at % 2 === 0);
  for (const [x, y] of [[3, 3], [size - 4, 3], [3, size - 4]]) square(x, y, 4, [2, 4]);
  if (version) square(size - 7, size - 7, 2, [1]);
  drawFormat(set, size, mask);
  let bit = 0;
  for (let pair = size - 1; pair > 0; pair -= pair === 8 ? 3 : 2) { // column 6 is a pattern
    const isUpward = (pair + 1 & 2) === 0;
    for (let step = 0; step < size; step++) {
      const y = isUpward ? size - 1 - step : step;
      for (const x of [pair, pair - 1]) {
        if (fixed[y][x]) continue;
        const dark = words[bit >> 3] >> 7 - (bit & 7) & 1; // 0 after the last codeword
        rows[y][x] = dark ^ Number(MASKS[mask](x, y) === 0);
        bit++;
      }
    }
  }
  return rows;
}

/** Draw the level and the mask twice. @param {(x: number, y: number, dark: any) => void} set @param {number} size
 * @param {number} mask */
function drawFormat(set, size, mask) {
  let left = mask; // level M is 0
  for (let at = 0; at < 10; at++) left = left << 1 ^ (left >> 9) * 0x537;
  const bits = (mask << 10 | left) ^ 0x5412;
  for (let at = 0; at < 15; at++) {
    const dark = bits >> at & 1;
    const [x, y] = at < 8 ? [8, at + Number(at > 5)] : [at < 9 ? 7 : 14 - at, 8];
    set(x, y, dark);
    if (at < 8) set(size - 1 - at, 8, dark);
    else set(8, size - 15 + at, dark);
  }
  set(8, size - 8, true);
}

/** The penalty for patterns that are hard to scan. @param {number[][]} rows */
function penalty(rows) {
  const size = rows.length;
  const lines = [...rows, ...rows.map((_, at) => rows.map((row) => row[at]))].map((line) => line.join(""));
  let sum = 0;
  for (const line of lines) {
    for (const [run] of line.matchAll(/0{5,}|1{5,}/g)) sum += run.length - 2;
    const padded = `0000${line}0000`;
    for (let at = 0; at < padded.length - 10; at++) {
      if (/^(00001011101|10111010000)/.test(padded.slice(at))) sum += 40;
    }
  }
  for (let y = 1; y < size; y++) {
    for (let x = 1; x < size; x++) {
      if (new Set([rows[y][x], rows[y - 1][x], rows[y][x - 1], rows[y - 1][x - 1]]).size === 1) sum += 3;
    }
  }
  const dark = rows.flat().reduce((count, each) => count + each, 0);
  return sum + 10 * Math.floor(Math.abs(20 * dark / size ** 2 - 10));
}
