// Request ids that are unique to a case even if a byte of one is lost, doubled or changed on its way: their digest would
// be wrong.

export function caseRequestId(number: number, at: number): string {
  const name = `f${number}-${at}`;
  return `${name}-${Bun.hash.crc32(name).toString(16).padStart(8, "0")}`;
}

export function isCaseRequestId(text: string): boolean {
  const [, number, at] = /^f(\d+)-(\d)-/.exec(text) ?? [];
  return number !== undefined && text === caseRequestId(Number(number), Number(at));
}
