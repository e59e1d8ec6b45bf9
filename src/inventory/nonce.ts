// Random values that distinguish the histories of a database before and after it was rewound.

/** The random part of a position: 16 hex digits. */
export function makeNonce(): string {
  return Buffer.from(crypto.getRandomValues(new Uint8Array(8))).toString("hex");
}

/** Random step of the keys' counter, so that a rewound database does not count the same numbers again. */
export function makeCounterStep(): number {
  const [random = 0] = crypto.getRandomValues(new Uint32Array(1));
  return 1 + random;
}
