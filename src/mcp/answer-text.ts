// An answer as the text that the model reads: JSON without white space. An id is a number while every program reads it
// exactly, else a string; either can be given back as it came.

export function answerText(value: unknown): string {
  return JSON.stringify(value, (_, each: unknown) => (typeof each === "bigint" ? idValue(each) : each));
}

function idValue(id: bigint): number | string {
  const number = Number(id);
  return Number.isSafeInteger(number) ? number : String(id);
}
