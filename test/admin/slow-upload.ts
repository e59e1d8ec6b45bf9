// An upload of rows that arrives slowly, at a rate that the service takes, until the test ends it or breaks it off.

import type { TestService } from "../support/service.ts";

/** Twice the least rate: empty lines, which are no rows. */
const FILLER = new TextEncoder().encode("\n".repeat(4_096));
const FILLER_INTERVAL_MS = 500;

/** Rows of CSV, and where they are sent. */
interface SlowRows {
  readonly method: "POST" | "PUT";
  readonly path: string;
  readonly header: string;
  /** Sent at the end. */
  readonly row: string;
}

/** Sets the pet's quantity to 7. */
export function stockOf(petId: number): SlowRows {
  return { method: "POST", path: "/admin/v1/revisions", header: "petId,quantity", row: `${petId},7` };
}

/** Names the pet. */
export function labelOf(petId: number): SlowRows {
  return { method: "PUT", path: "/admin/v1/labels", header: "petId,name", row: `${petId},Slow` };
}

/** Sent again while other requests have all places. */
export function slowUpload(service: TestService, key: string, { method, path, header, row }: SlowRows) {
  const { promise: ended, resolve: end } = Promise.withResolvers<void>();
  const breaking = new AbortController();
  const send = () => {
    let filler: ReturnType<typeof setInterval> | undefined;
    const body = new ReadableStream<Uint8Array>({
      async start(controller) {
        controller.enqueue(new TextEncoder().encode(`${header}\n`));
        filler = setInterval(() => controller.enqueue(FILLER), FILLER_INTERVAL_MS);
        await ended;
        clearInterval(filler);
        controller.enqueue(new TextEncoder().encode(`${row}\n`));
        controller.close();
      },
      cancel: () => clearInterval(filler),
    });
    const headers = { "Content-Type": "text/csv" };
    const asked = service.ask(method, path, { key, headers, body, signal: breaking.signal });
    return asked.finally(() => clearInterval(filler));
  };
  const sendUntilTaken = async () => {
    for (;;) {
      const answer = await send();
      if (answer.status !== 503) return answer;
    }
  };
  const answer = sendUntilTaken();
  // Its failure is expected where it is broken off.
  answer.catch(() => {});
  return { end, breakOff: () => breaking.abort(), answer };
}
