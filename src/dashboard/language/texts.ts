// The page's texts in the language that it speaks. English stands beside the code that uses it, one part for each area, so that a page's
// texts are loaded with the page; another language is one file with all parts, which replaces them.

type Part = object;

const parts = new Map<string, { readonly english: Part; readonly spoken: Part }>();
let translated: Readonly<Record<string, Part>> = {};

/**
 * The texts of one area: members are texts, or functions that make one. Read a member when it is shown, never before: the object is the
 * same in all languages, its members change.
 */
export function texts<P extends Part>(name: string, english: P): Readonly<P> {
  const part = { ...english, ...translated[name] };
  parts.set(name, { english, spoken: part });
  return part;
}

/** Parts of another language, also for those whose code is loaded later; none for English. */
export function speak(catalogue: Readonly<Record<string, Part>>): void {
  translated = catalogue;
  for (const [name, { english, spoken }] of parts) Object.assign(spoken, english, catalogue[name]);
}
