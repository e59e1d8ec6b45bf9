// Formats numbers and times for the user.

const COUNT = new Intl.NumberFormat("en");
const DATE = new Intl.DateTimeFormat(undefined, { dateStyle: "medium" });
const TIME = new Intl.DateTimeFormat(undefined, { hour: "2-digit", minute: "2-digit" });

/** `12,345`. Never for an id: those are texts. */
export function formatCount(number: number): string {
  return COUNT.format(number);
}

/** `1 pet`, `2 pets`. */
export function formatPlural(number: number, one: string, many = `${one}s`): string {
  return `${formatCount(number)} ${number === 1 ? one : many}`;
}

/** Hours and minutes. */
export function formatTime(at: Date): string {
  return TIME.format(at);
}

/** `+5`, `−2`. */
export function formatDelta(by: number): string {
  return by < 0 ? `−${formatCount(-by)}` : `+${formatCount(by)}`;
}

/** Day, month and year, in the reader's language. */
export function formatDate(at: Date): string {
  return DATE.format(at);
}
