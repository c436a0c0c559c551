// The sound of a piece on a board, made here: nothing is fetched.

import { setting } from './settings.js';

let audio = null;

/** A short noise through a filter: wood on wood. */
function knock(at, frequency, loudness) {
  const length = Math.floor(audio.sampleRate * 0.06);
  const buffer = audio.createBuffer(1, length, audio.sampleRate);
  const data = buffer.getChannelData(0);
  for (let i = 0; i < length; i += 1) data[i] = (Math.random() * 2 - 1) * Math.exp(-i / (length / 7));
  const source = audio.createBufferSource();
  source.buffer = buffer;
  const filter = audio.createBiquadFilter();
  filter.type = 'bandpass';
  filter.frequency.value = frequency;
  filter.Q.value = 1.4;
  const gain = audio.createGain();
  gain.gain.value = loudness;
  source.connect(filter).connect(gain).connect(audio.destination);
  source.start(at);
}

/** Makes a sound if that is chosen: `move`, `wrong`, `solved`. */
export function sound(kind) {
  if (setting('sound') !== 'on' || !globalThis.AudioContext) return;
  audio ??= new AudioContext();
  const now = audio.currentTime;
  if (kind === 'move') knock(now, 1500, 0.9);
  if (kind === 'wrong') knock(now, 350, 1);
  if (kind === 'solved') [0, 0.09, 0.18].forEach((after, i) => knock(now + after, 1200 + 400 * i, 0.7));
}
