// Random texts of one length, made many at once: random bytes are cheapest in large pieces.

const TEXTS_AT_ONCE = 512;

/** `random`: gives a random text of this length. */
export function randomTexts(length: number, random: (length: number) => string): () => string {
  let made = "";
  let used = 0;
  return () => {
    if (used === made.length) {
      made = random(TEXTS_AT_ONCE * length);
      used = 0;
    }
    used += length;
    return made.slice(used - length, used);
  };
}
