// A short sound and a vibration: at a shelf people look at the goods, not at the phone.

const GOOD_HZ = 880;
const BAD_HZ = 220;
const SOUND_S = 0.12;
const VIBRATION_MS = 60;

let audio: AudioContext | undefined;

/** Silent where the browser allows neither. */
export function signal(tone: "good" | "bad"): void {
  if (tone === "bad") navigator.vibrate?.([VIBRATION_MS, VIBRATION_MS, VIBRATION_MS]);
  else navigator.vibrate?.(VIBRATION_MS);
  try {
    audio ??= new AudioContext();
    const sound = audio.createOscillator();
    const volume = audio.createGain();
    volume.gain.value = 0.05;
    sound.frequency.value = tone === "good" ? GOOD_HZ : BAD_HZ;
    sound.connect(volume).connect(audio.destination);
    sound.start();
    sound.stop(audio.currentTime + SOUND_S);
  } catch {
    // Without a sound, the page's text still tells.
  }
}
