// A value that is there at once or comes later. The embedded engine answers the list's question at once, and the runtime
// sends an answer that is given at once in one system call; one given later takes 23, for a body over 16 KiB.

export type Awaitable<T> = T | Promise<T>;

/** Goes on with the value: now where it is there, else when it comes. What `next` throws at once is thrown at once. */
export function andThen<T, U>(value: Awaitable<T>, next: (value: T) => Awaitable<U>): Awaitable<U> {
  return value instanceof Promise ? value.then(next) : next(value);
}
