// Waits for the styles of a module that is loaded later, so that nothing is shown without them. The module itself does not wait, by a
// top-level `await`: in WebKit a second import() of a module that waits is done too early, and the module's exports are not there.

/** Filled by the style sheets imported as `?late` (src/pages/late-styles.ts). */
declare global {
  var lateStyles: Promise<unknown>[] | undefined;
}

export async function withStyles<T>(loading: Promise<T>): Promise<T> {
  const module = await loading;
  await Promise.all(globalThis.lateStyles ?? []);
  return module;
}
