// Queries that are sent in one go: each has been executed already, and the server takes them in that order.

/** All results; where some fail the first failure, since a failed transaction fails everything after it. */
export async function pipelined<T extends readonly unknown[]>(
  ...sent: { [K in keyof T]: Promise<T[K]> }
): Promise<T> {
  const settled = await Promise.allSettled(sent);
  const failed = settled.find((each) => each.status === "rejected");
  if (failed !== undefined) throw failed.reason;
  return settled.map((each) => (each as PromiseFulfilledResult<unknown>).value) as unknown as T;
}
