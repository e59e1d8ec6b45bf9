// A value or a promise of it. The embedded engine answers synchronously, and the runtime sends a synchronous response in one
// system call; an asynchronous one with a body over 16 KiB takes 23.

export type Awaitable<T> = T | Promise<T>;

/** Calls `next` with the value, synchronously if the value is not a promise. Errors of a synchronous `next` are thrown. */
export function andThen<T, U>(value: Awaitable<T>, next: (value: T) => Awaitable<U>): Awaitable<U> {
  return value instanceof Promise ? value.then(next) : next(value);
}
