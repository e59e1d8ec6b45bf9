// Numbers and times as the page's language writes them, and numbers with their nouns by its plural rules.

import { spoken } from "./locale.ts";

/** `many` is for languages that say "1 000 000 de mascotas"; `other` where it is absent. */
export interface Forms {
  readonly one: string;
  readonly many?: string;
  readonly other: string;
}

const count = byLocale((locale) => new Intl.NumberFormat(locale));
const plural = byLocale((locale) => new Intl.PluralRules(locale));
const date = byLocale((locale) => new Intl.DateTimeFormat(locale, { dateStyle: "medium" }));
const moment = byLocale(
  (locale) => new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeStyle: "short" }),
);
const choice = byLocale((locale) => new Intl.ListFormat(locale, { type: "disjunction" }));
const time = byLocale((locale) => new Intl.DateTimeFormat(locale, { hour: "2-digit", minute: "2-digit" }));

/** `12,345`. Never for an id: those are texts. */
export function formatCount(number: number): string {
  return count().format(number);
}

/** `1 pet`, `2 pets`. */
export function counted(number: number, forms: Forms): string {
  return `${formatCount(number)} ${formOf(number, forms)}`;
}

/** The form alone, for a sentence whose other words depend on the number. */
export function formOf(number: number, forms: Forms): string {
  const rule = plural().select(number);
  return (rule === "one" || rule === "many" ? forms[rule] : undefined) ?? forms.other;
}

/** Hours and minutes. */
export function formatTime(at: Date): string {
  return time().format(at);
}

/** `+5`, `−2`. */
export function formatDelta(by: number): string {
  return by < 0 ? `−${formatCount(-by)}` : `+${formatCount(by)}`;
}

/** Day, month and year. */
export function formatDate(at: Date): string {
  return date().format(at);
}

/** Day, month and year, hours and minutes. */
export function formatDateTime(at: Date): string {
  return moment().format(at);
}

/** `available, pending or sold`. */
export function formatChoice(words: readonly string[]): string {
  return choice().format(words);
}

/** Made once for each locale: a formatter takes a hundred times as long to make as to use. */
export function byLocale<T>(make: (locale: string) => T): () => T {
  const made = new Map<string, T>();
  return () => {
    const { locale } = spoken;
    const value = made.get(locale) ?? make(locale);
    made.set(locale, value);
    return value;
  };
}
