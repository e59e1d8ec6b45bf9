// The entity tags of labels: their counter, and the form of the representation, since each form has bytes of its own
// (RFC 9110, section 8.8.1).

import type { EntityTag } from "../http/entity-tags.ts";
import type { LabelForm } from "./label-body.ts";

const TAG = /^([0-9]{1,16})(?:-csv)?(?:-gzip)?$/;

/** `"2839113042"`, `"2839113042-csv"`, `"2839113042-gzip"`; without a form that of JSON. */
export function labelsTag(counter: number, { format, encoding }: Partial<LabelForm> = {}): string {
  return `"${counter}${format === "csv" ? "-csv" : ""}${encoding === "gzip" ? "-gzip" : ""}"`;
}

/** The counters in tags of any form. Strong comparison (RFC 9110, section 13.1.1): a weak tag never matches. */
export function countersOf(tags: readonly EntityTag[]): number[] {
  return tags.flatMap(({ weak, opaque }) => {
    const digits = TAG.exec(opaque)?.[1];
    return weak || digits === undefined ? [] : [Number(digits)];
  });
}
