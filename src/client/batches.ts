// Elements that arrive in batches, as the bytes of an answer do.

export type Batches<T> = AsyncGenerator<T[], void, undefined>;

/** The same batches, once the first one has arrived: until then a request can be sent again. */
export async function started<T>(batches: Batches<T>): Promise<Batches<T>> {
  return withFirst(await batches.next(), batches);
}

async function* withFirst<T>(first: IteratorResult<T[], void>, rest: Batches<T>): Batches<T> {
  try {
    for (let next = first; next.done !== true; next = await rest.next()) yield next.value;
  } finally {
    await rest.return();
  }
}

/** One by one. */
export async function* elementsOf<T>(
  batches: Batches<T>,
  signal: AbortSignal | undefined,
): AsyncGenerator<T, void, undefined> {
  for await (const batch of batches) {
    for (const element of batch) {
      yield element;
      signal?.throwIfAborted();
    }
  }
}
