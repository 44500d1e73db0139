// The key of a browser as words, which move an identity to another device.
//
// A key has 32 letters of 5 bits. Its 160 bits and a checksum of 16 bits make 16 words of 11 bits. Each word has four
// letters: consonant, vowel, consonant, vowel.

const LETTERS = "abcdefghijklmnopqrstuvwxyz012345"; // of a key, as in early.js
const CONSONANTS = "bdfghjklmnprstvz";
const VOWELS = "aiou";
const LAST = "ao";
const [WORDS, KEY, BITS, SUM_BITS] = [16, 32, 11n, 16n];

/** The words of a key; null for a key that no browser of this page has made. @param {string} key */
export function wordsOf(key) {
  const letters = [...key].map((letter) => LETTERS.indexOf(letter));
  if (letters.length !== KEY || letters.includes(-1)) return null;
  const bits = letters.reduce((before, letter) => before << 5n | BigInt(letter), 0n) << SUM_BITS
    | BigInt(checksum(key));
  return Array.from({ length: WORDS }, (_, at) => wordOf(Number(bits >> BITS * BigInt(WORDS - 1 - at) & 2047n)));
}

/** The key that words stand for; null if a word is wrong or missing. @param {string} text */
export function keyOf(text) {
  const numbers = text.toLowerCase().split(/[^a-z]+/).filter(Boolean).map(numberOf);
  if (numbers.length !== WORDS || numbers.includes(-1)) return null;
  const bits = numbers.reduce((before, number) => before << BITS | BigInt(number), 0n);
  const key = Array.from({ length: KEY },
    (_, at) => LETTERS[Number(bits >> SUM_BITS + 5n * BigInt(KEY - 1 - at) & 31n)]).join("");
  return Number(bits & 65535n) === checksum(key) ? key : null;
}

/** @param {number} number */
function wordOf(number) {
  return CONSONANTS[number >> 7] + VOWELS[number >> 5 & 3] + CONSONANTS[number >> 1 & 15] + LAST[number & 1];
}

/** @param {string} word */
function numberOf(word) {
  const [first, vowel, second, last] = [CONSONANTS.indexOf(word[0]), VOWELS.indexOf(word[1]),
    CONSONANTS.indexOf(word[2]), LAST.indexOf(word[3])];
  if (word.length !== 4 || Math.min(first, vowel, second, last) < 0) return -1;
  return first << 7 | vowel << 5 | second << 1 | last;
}

/** The cyclic redundancy check CRC-16-CCITT. @param {string} text */
function checksum(text) {
  let sum = 0xffff;
  for (const letter of text) {
    sum ^= letter.charCodeAt(0) << 8;
    for (let bit = 0; bit < 8; bit++) sum = (sum & 0x8000 ? sum << 1 ^ 0x1021 : sum << 1) & 0xffff;
  }
  return sum;
}
