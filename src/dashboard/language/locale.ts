// The language that the page speaks, and the locale by which it formats. Set by language.ts alone; the source of all else in language/.

export const LANGUAGES = ["en", "de", "es", "fr", "pt-BR"] as const;

export type Language = (typeof LANGUAGES)[number];

/** As languages call themselves. */
export const LANGUAGE_NAMES: Readonly<Record<Language, string>> = {
  en: "English",
  de: "Deutsch",
  es: "Español",
  fr: "Français",
  "pt-BR": "Português (Brasil)",
};

/** A locale is a language with the region of the browser's: `de-CH` for `de`, whose numbers are `12’345`. */
interface Spoken {
  language: Language;
  locale: string;
}

export const spoken: Spoken = { language: "en", locale: "en" };

/**
 * The first language of a browser's list that the page speaks, with the locale that asks for it; English otherwise. `pt` and `pt-PT` get
 * the Portuguese of Brazil, which is nearer than English.
 */
export function spokenFor(locales: readonly string[]): Spoken {
  for (const locale of locales) {
    const language = LANGUAGES.find((each) => baseOf(each) === baseOf(locale));
    if (language !== undefined) return { language, locale: validLocale(locale) ?? language };
  }
  return { language: "en", locale: "en" };
}

/** The locale for a language that the user has chosen: with the browser's region, if it has one for this language. */
export function localeFor(language: Language, locales: readonly string[]): string {
  const own = locales.filter((locale) => baseOf(locale) === baseOf(language));
  return spokenFor(own.length === 0 ? [language] : own).locale;
}

function baseOf(locale: string): string {
  return locale.split(/[-_@.]/)[0]!.toLowerCase();
}

/** With LANG=C Chromium reports the language "en-US@posix", which Intl rejects. */
function validLocale(locale: string): string | undefined {
  try {
    return Intl.getCanonicalLocales(locale)[0];
  } catch {
    return undefined;
  }
}
