// A limit on waiting: a connection that is frozen, and not closed, never settles what it was asked.

/** The promise, or a rejection with `error()` after `ms`. What comes later is nobody's concern. */
export async function withDeadline<T>(ms: number, promise: Promise<T>, error: () => Error): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(error()), ms);
  });
  promise.catch(noop);
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}

export const noop = () => {};
