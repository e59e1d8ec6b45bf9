// Random texts and numbers, such as those that distinguish the histories of a database before and after it was rewound.

const TEXTS_AT_ONCE = 512;

/** Random texts of one length, made many at once: random bytes are cheapest in large pieces. `random` gives a text of a length. */
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

/** The random part of a position: 16 hex digits. */
export const makeNonce = randomTexts(16, (digits) =>
  crypto.getRandomValues(Buffer.alloc(digits / 2)).toString("hex"),
);

/** Random step of the keys' counter, so that a rewound database does not count the same numbers again. */
export function makeCounterStep(): number {
  const [random = 0] = crypto.getRandomValues(new Uint32Array(1));
  return 1 + random;
}
