// Pipelined queries: all were sent without waiting for replies, and the server runs them in that order.

/** All results, or the first failure: a failed statement fails all later ones of its transaction. */
export async function pipelined<T extends readonly unknown[]>(
  ...sent: { [K in keyof T]: Promise<T[K]> }
): Promise<T> {
  const settled = await Promise.allSettled(sent);
  const failed = settled.find((each) => each.status === "rejected");
  if (failed !== undefined) throw failed.reason;
  return settled.map((each) => (each as PromiseFulfilledResult<unknown>).value) as unknown as T;
}
