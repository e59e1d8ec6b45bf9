// Resources that the tests of a file share.

import { afterAll } from "bun:test";

/** The resource, which is disposed of after the last test of the file or of the group that makes it. */
export function shared<T extends AsyncDisposable | Disposable>(resource: T): T {
  afterAll(async () => {
    if (Symbol.asyncDispose in resource) await resource[Symbol.asyncDispose]();
    else resource[Symbol.dispose]();
  });
  return resource;
}
