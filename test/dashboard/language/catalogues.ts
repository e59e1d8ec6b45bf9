// The texts of all languages, and what each text says for sample values.

import { join } from "node:path";
import { type Language, LANGUAGES, spoken } from "../../../src/dashboard/language/locale.ts";

export const DASHBOARD = join(import.meta.dir, "../../../src/dashboard");

export type Translation = Exclude<Language, "en">;

export const TRANSLATIONS = LANGUAGES.filter((language): language is Translation => language !== "en");

type Members = { readonly [name: string]: unknown };

/** By part: `shell` and what it has. */
export type Texts = Readonly<Record<string, Members>>;

const FILES: Readonly<Record<Translation, string>> = {
  de: "de/german.ts",
  es: "es/spanish.ts",
  fr: "fr/french.ts",
  "pt-BR": "pt-br/portuguese.ts",
};

/** The name of an English part's object is that of the part with `Text`: `shellText`. */
export async function englishTexts(): Promise<Texts> {
  const files = [...new Bun.Glob("en/*.ts").scanSync(join(DASHBOARD, "language"))].toSorted();
  const parts = await Promise.all(
    files.map(async (file) => Object.entries(await import(join(DASHBOARD, "language", file)))),
  );
  const named = parts.flat().filter(([name]) => name.endsWith("Text"));
  return Object.fromEntries(
    named.map(([name, members]) => [name.slice(0, -"Text".length), members as Members]),
  );
}

export async function textsOf(language: Translation): Promise<Texts> {
  return (await import(join(DASHBOARD, "language", FILES[language]))).default;
}

/** A text, or what a function says for sample values. */
export interface Said {
  /** `shell.lastChecked`. */
  readonly path: string;
  readonly text: string;
  /** The sample values that it was given. */
  readonly given: readonly string[];
}

/** All that a language says. */
export function saidIn(language: Language, texts: Texts): readonly Said[] {
  const before = { ...spoken };
  Object.assign(spoken, { language, locale: language });
  const said = Object.entries(texts).flatMap(([part, members]) => sayings(part, members));
  Object.assign(spoken, before);
  return said;
}

function sayings(path: string, value: unknown): readonly Said[] {
  if (typeof value === "string") return [{ path, text: value, given: [] }];
  if (typeof value === "function") {
    const samples = new Samples();
    const text: unknown = value(...Array.from({ length: value.length }, () => samples.make()));
    return [{ path, text: String(text), given: samples.shown() }];
  }
  return Object.entries(value as object).flatMap(([name, member]) => sayings(`${path}.${name}`, member));
}

/** Sample values for functions: each stands for a number, a text, and an object whose members are samples. */
class Samples {
  /** Each number, with whether it is an object whose members are asked for. */
  readonly #made = new Map<number, boolean>();

  make(): unknown {
    // Below 1,000, so that no separator is in it; large enough to be no part of a text.
    const number = 701 + this.#made.size;
    this.#made.set(number, false);
    const members = new Map<string, unknown>();
    return new Proxy(() => {}, {
      get: (_, name) => {
        if (name === Symbol.toPrimitive) return () => number;
        if (typeof name === "symbol") return undefined;
        this.#made.set(number, true);
        if (!members.has(name)) members.set(name, this.make());
        return members.get(name);
      },
    });
  }

  /** What the text must show. */
  shown(): readonly string[] {
    return [...this.#made].filter(([, isObject]) => !isObject).map(([number]) => String(number));
  }
}
