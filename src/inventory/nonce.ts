// Random values that tell a history from another one, which a database takes after it was rewound.

/** The random part of a position: 16 hex digits. */
export function makeNonce(): string {
  return Buffer.from(crypto.getRandomValues(new Uint8Array(8))).toString("hex");
}

/** How far the keys' counter goes with a change: a database that was rewound never counts the same way again. */
export function makeCounterStep(): number {
  const [random = 0] = crypto.getRandomValues(new Uint32Array(1));
  return 1 + random;
}
