// Resources that the tests of a file share.

import { afterAll } from "bun:test";

type Resource = AsyncDisposable | Disposable;

const open = new Set<Resource>();

/** The resource, which is disposed of after the last test of the file or of the group that makes it. */
export function shared<T extends Resource>(resource: T): T {
  open.add(resource);
  afterAll(() => dispose(resource));
  return resource;
}

/** Disposes of what a set-up that failed has left, all at once: no `afterAll` of its file runs, and the runtime does not wait. */
export async function disposeShared(): Promise<void> {
  await Promise.all([...open].map(dispose));
}

async function dispose(resource: Resource): Promise<void> {
  open.delete(resource);
  if (Symbol.asyncDispose in resource) await resource[Symbol.asyncDispose]();
  else resource[Symbol.dispose]();
}
