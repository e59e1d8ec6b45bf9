// An error as one line of the report.

const LENGTH_MAX = 300;

export function reasonOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return message.replaceAll(/\s+/g, " ").trim().slice(0, LENGTH_MAX);
}
