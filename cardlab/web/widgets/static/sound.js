/**
 * Three sounds, made here: a card, a trick that is gathered, a refusal. Off until somebody switches them on, and the browser
 * keeps that choice. Knows when nothing happens; who calls it knows.
 */
const SOUND_KEY = "cardlab-sound";
let air = null;

const soundOn = () => {
  try {
    return localStorage.getItem(SOUND_KEY) === "on";
  } catch {
    return false;
  }
};
function switchSound() {
  try {
    localStorage.setItem(SOUND_KEY, soundOn() ? "off" : "on");
  } catch {
    /* a browser that keeps nothing stays silent */
  }
  sound("card");
}
/** A tone that falls from one pitch to another and dies away. */
function tone(from, to, after, length, loud, type = "sine") {
  const at = air.currentTime + after,
    source = air.createOscillator(),
    volume = air.createGain();
  source.type = type;
  source.frequency.setValueAtTime(from, at);
  source.frequency.exponentialRampToValueAtTime(to, at + length);
  volume.gain.setValueAtTime(loud, at);
  volume.gain.exponentialRampToValueAtTime(0.001, at + length);
  source.connect(volume).connect(air.destination);
  source.start(at);
  source.stop(at + length);
}
/** Paper on cloth: a breath of noise. */
function rustle(length, loud) {
  const n = Math.round(air.sampleRate * length),
    noise = air.createBuffer(1, n, air.sampleRate),
    data = noise.getChannelData(0),
    source = air.createBufferSource(),
    band = air.createBiquadFilter(),
    volume = air.createGain();
  for (let i = 0; i < n; i++) data[i] = (Math.random() * 2 - 1) * (1 - i / n) ** 2;
  band.type = "bandpass";
  band.frequency.value = 2400;
  volume.gain.value = loud;
  source.buffer = noise;
  source.connect(band).connect(volume).connect(air.destination);
  source.start();
}
const SOUNDS = {
  card: () => rustle(0.07, 0.5),
  trick: () => tone(190, 90, 0, 0.14, 0.4),
  refusal: () => {
    tone(230, 200, 0, 0.12, 0.15, "triangle");
    tone(180, 150, 0.13, 0.16, 0.15, "triangle");
  },
};
/** Makes a sound, if sounds are switched on. */
function sound(name) {
  if (!soundOn()) return;
  try {
    air ||= new AudioContext();
    if (air.state === "suspended") air.resume();
    SOUNDS[name]();
  } catch {
    /* a machine without sound */
  }
}
