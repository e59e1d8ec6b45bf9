// Request ids that no other case has, not even where a byte of one is lost, doubled or changed on its way: the digest would
// not fit.

export function caseRequestId(number: number, at: number): string {
  const name = `f${number}-${at}`;
  return `${name}-${Bun.hash.crc32(name).toString(16).padStart(8, "0")}`;
}

export function isCaseRequestId(text: string): boolean {
  const [, number, at] = /^f(\d+)-(\d)-/.exec(text) ?? [];
  return number !== undefined && text === caseRequestId(Number(number), Number(at));
}
