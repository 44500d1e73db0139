// Sounds, made when they are heard: a disc that is set down, discs that turn over, the end of a game, a clock that runs
// out.

import { settings } from "./settings.js";

const QUICK_MS = 250; // between moves that are stepped through too quickly to hear discs turn over
const MOST_TURNS = 12; // that are heard of one move
const CHORD = [261.63, 329.63, 392, 523.25]; // C major, in Hz
const MOUSE = "(hover: hover) and (pointer: fine)";

/** @type {AudioContext | null} */
let context = null; // from the first gesture on
/** @type {GainNode} */
let output;
let lastMove = -Infinity;

/** True if sounds are wanted here. */
export function sounds() {
  return settings.sound === "on" || (settings.sound === "mouse" && matchMedia(MOUSE).matches);
}

/** Let the page be heard from the first gesture on; browsers allow no sound before. */
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

/** Play something with what can be heard now, if anything can. @param {(sound: Synth) => void} play */
function play(play) {
  if (!context || context.state !== "running" || document.hidden || !sounds()) return;
  output.gain.value = (settings.volume / 100) ** 2; // loudness grows about so
  play(new Synth(context, output));
}

/** A move: the disc is set down, then others turn over, each after its time in ms. @param {number[]} turns */
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

/** The end of a game. */
export function endSound() {
  play((sound) => sound.chord(0.4));
}

/** A second of the last ten. */
export function tickSound() {
  play((sound) => sound.tick(0));
}

/** The maker of the sounds; times are in seconds from now. */
export class Synth {
  /** @param {BaseAudioContext} context @param {AudioNode} output */
  constructor(context, output) {
    this.context = context;
    this.output = output;
  }

  /** A disc that is set down on felt: a dull knock. @param {number} at */
  disc(at) {
    this.tone(at, { from: 190, to: 95, peak: 0.5, decay: 0.09 });
    this.rustle(at, { frequency: 900, peak: 0.5, decay: 0.035 });
  }

  /** A disc that turns over; those further off sound a little higher. @param {number} at @param {number} index */
  turn(at, index) {
    this.rustle(at, { frequency: 1500 + 60 * index, peak: 0.28, decay: 0.025 });
    this.tone(at, { from: 300 + 12 * index, to: 220, peak: 0.07, decay: 0.04 });
  }

  /** The notes of a chord, one shortly after the other. @param {number} at */
  chord(at) {
    for (const [i, frequency] of CHORD.entries()) {
      this.tone(at + 0.07 * i, { from: frequency, to: frequency, peak: 0.13, decay: 1.3 });
    }
  }

  /** @param {number} at */
  tick(at) {
    this.tone(at, { from: 330, to: 300, peak: 0.3, decay: 0.05 });
  }

  /** A sine from one frequency to another that dies away.
   * @param {number} at @param {{from: number, to: number, peak: number, decay: number}} how */
  tone(at, { from, to, peak, decay }) {
    const time = this.context.currentTime + at;
    const source = this.context.createOscillator();
    source.frequency.setValueAtTime(from, time);
    source.frequency.exponentialRampToValueAtTime(to, time + decay);
    this.shape(source, time, peak, decay);
  }

  /** Noise round a frequency that dies away.
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
   * Let a sound rise at once and die away.
   * @param {AudioNode} last  Of what makes it.
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
