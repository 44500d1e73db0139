// Synthesised sounds: a disc is placed, discs turn over, a game ends, a clock runs out.

import { settings } from "./settings.js";

const QUICK_MS = 250; // moves faster than this are heard without flips
const MOST_TURNS = 12; // audible flips of one move
const CHORD = [261.63, 329.63, 392, 523.25]; // C major, in Hz
const MOUSE = "(hover: hover) and (pointer: fine)";

/** The knock of a disc on different grounds. @type {Record<string, {from: number, to: number, peak: number, decay:
 * number, rustle: number}>} */
const TIMBRES = { felt: { from: 190, to: 95, peak: 0.5, decay: 0.09, rustle: 900 },
  wood: { from: 520, to: 330, peak: 0.42, decay: 0.06, rustle: 2100 },
  stone: { from: 1250, to: 980, peak: 0.3, decay: 0.045, rustle: 4200 },
  bell: { from: 784, to: 780, peak: 0.22, decay: 0.55, rustle: 3000 } };

/** @type {AudioContext | null} */
let context = null; // null before the first gesture
/** @type {GainNode} */
let output;
let lastMove = -Infinity;

/** True if sounds are on for this device. */
export function sounds() {
  return settings.sound === "on" || (settings.sound === "mouse" && matchMedia(MOUSE).matches);
}

/** Enable sound with the first gesture; browsers allow none before. */
export function listenForGesture() {
  for (const name of ["pointerup", "keydown"]) addEventListener(name, begin, { capture: true });
}

function begin() {
  if (!sounds() || !("AudioContext" in window) || navigator.userActivation?.isActive === false) return;
  if (!context) {
    context = new AudioContext({ latencyHint: "interactive" });
    output = context.createGain();
    output.connect(context.destination);
  }
  if (context.state === "suspended") context.resume().catch(() => {});
}

/** Play a sound if the page can be heard. @param {(sound: Synth) => void} play */
function play(play) {
  if (!context || context.state !== "running" || document.hidden || !sounds()) return;
  output.gain.value = (settings.volume / 100) ** 2; // approximates perceived loudness
  play(new Synth(context, output));
}

/** The sound of a move: the disc is placed, then others turn over, each after its delay in ms.
 * @param {number[]} turns */
export function moveSound(turns) {
  const now = performance.now();
  const isQuick = now - lastMove < QUICK_MS;
  lastMove = now;
  play((sound) => {
    sound.disc(0);
    if (!isQuick) {
      for (const [i, ms] of [...turns].sort((a, b) => a - b).slice(0, MOST_TURNS).entries()) sound.turn(ms / 1000, i);
    }
  });
}

/** The sound of the end of a game. */
export function endSound() {
  play((sound) => sound.chord(0.4));
}

/** A tick of the last ten seconds. */
export function tickSound() {
  play((sound) => sound.tick(0));
}

/** The synthesiser; times are in seconds from now. */
export class Synth {
  /** @param {BaseAudioContext} context @param {AudioNode} output */
  constructor(context, output) {
    this.context = context;
    this.output = output;
  }

  /** A disc placed on the board, a knock in the chosen timbre. @param {number} at */
  disc(at) {
    const { from, to, peak, decay, rustle } = TIMBRES[settings.timbre] ?? TIMBRES.felt;
    this.tone(at, { from, to, peak, decay });
    this.rustle(at, { frequency: rustle, peak, decay: 0.035 });
  }

  /** A disc that turns over; later ones sound a little higher. @param {number} at @param {number} index */
  turn(at, index) {
    this.rustle(at, { frequency: 1500 + 60 * index, peak: 0.28, decay: 0.025 });
    this.tone(at, { from: 300 + 12 * index, to: 220, peak: 0.07, decay: 0.04 });
  }

  /** The notes of a chord, in quick succession. @param {number} at */
  chord(at) {
    for (const [i, frequency] of CHORD.entries()) {
      this.tone(at + 0.07 * i, { from: frequency, to: frequency, peak: 0.13, decay: 1.3 });
    }
  }

  /** @param {number} at */
  tick(at) {
    this.tone(at, { from: 330, to: 300, peak: 0.3, decay: 0.05 });
  }

  /** A sine that slides from one frequency to another and fades.
   * @param {number} at @param {{from: number, to: number, peak: number, decay: number}} how */
  tone(at, { from, to, peak, decay }) {
    const time = this.context.currentTime + at;
    const source = this.context.createOscillator();
    source.frequency.setValueAtTime(from, time);
    source.frequency.exponentialRampToValueAtTime(to, time + decay);
    this.shape(source, time, peak, decay);
  }

  /** Noise around a frequency that fades.
   * @param {number} at @param {{frequency: number, peak: number, decay: number}} how */
  rustle(at, { frequency, peak, decay }) {
    const time = this.context.currentTime + at;
    const source = this.context.createBufferSource();
    source.buffer = this.noise(decay * 4);
    const filter = this.context.createBiquadFilter();
    Object.assign(filter, { type: "bandpass" });
    filter.frequency.value = frequency;
    source.connect(filter);
    this.shape(filter, time, peak, decay, source);
  }

  /**
   * Raise a sound at once and let it fade.
   * @param {AudioNode} last  The last node of the sound's chain.
   * @param {number} time
   * @param {number} peak
   * @param {number} decay
   * @param {any} [source]
   */
  shape(last, time, peak, decay, source = last) {
    const gain = this.context.createGain();
    gain.gain.setValueAtTime(0, time);
    gain.gain.linearRampToValueAtTime(peak, time + 0.004);
    gain.gain.setTargetAtTime(0, time + 0.004, decay / 3);
    last.connect(gain).connect(this.output);
    source.start(time);
    source.stop(time + decay * 3);
  }

  /** @param {number} seconds */
  noise(seconds) {
    const length = Math.ceil(seconds * this.context.sampleRate);
    const buffer = this.context.createBuffer(1, length, this.context.sampleRate);
    const samples = buffer.getChannelData(0);
    for (let i = 0; i < length; i++) samples[i] = 2 * Math.random() - 1;
    return buffer;
  }
}
