// Random values that distinguish the histories of a database before and after it was rewound.

import { randomTexts } from "./random-texts.ts";

/** The random part of a position: 16 hex digits. */
export const makeNonce = randomTexts(16, (digits) =>
  crypto.getRandomValues(Buffer.alloc(digits / 2)).toString("hex"),
);

/** Random step of the keys' counter, so that a rewound database does not count the same numbers again. */
export function makeCounterStep(): number {
  const [random = 0] = crypto.getRandomValues(new Uint32Array(1));
  return 1 + random;
}
