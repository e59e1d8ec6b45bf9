// Which language the page speaks: the user's choice, else the first of the browser's languages that it can. A language other than
// English is a file of its own, loaded before it is spoken.

import type { Catalogue } from "./catalogue.ts";
import { type Language, LANGUAGES, localeFor, spoken, spokenFor } from "./locale.ts";
import { speak } from "./texts.ts";

const STORED = "petstock.language";

type File = () => Promise<{ readonly default: Catalogue }>;

const FILES: Readonly<Record<Exclude<Language, "en">, File>> = {
  de: () => import("./de/german.ts"),
  es: () => import("./es/spanish.ts"),
  fr: () => import("./fr/french.ts"),
  "pt-BR": () => import("./pt-br/portuguese.ts"),
};

/** Before the first text is drawn. A file that cannot be loaded leaves the page in English. */
export async function startLanguage(storage: () => TextStorage): Promise<void> {
  const chosen = storedChoice(storage);
  const { language } = chosen === undefined ? spokenFor(navigator.languages) : { language: chosen };
  await speakLanguage(language).catch(() => setSpoken("en"));
}

/** Kept for this browser. Rejects, with nothing changed, where the language's file cannot be loaded. */
export async function chooseLanguage(language: Language, storage: () => TextStorage): Promise<void> {
  await speakLanguage(language);
  try {
    storage().setItem(STORED, language);
  } catch {
    // The browser blocks storage: for this visit then.
  }
}

interface TextStorage {
  getItem: (name: string) => string | null;
  setItem: (name: string, value: string) => void;
}

async function speakLanguage(language: Language): Promise<void> {
  const catalogue = language === "en" ? {} : { ...(await FILES[language]()).default };
  setSpoken(language);
  speak(catalogue);
}

function setSpoken(language: Language): void {
  spoken.language = language;
  spoken.locale = localeFor(language, navigator.languages);
  document.documentElement.lang = language;
  document.documentElement.dir = "ltr";
}

function storedChoice(storage: () => TextStorage): Language | undefined {
  try {
    const stored = storage().getItem(STORED);
    return LANGUAGES.find((language) => language === stored);
  } catch {
    return undefined;
  }
}
