// The trace that a request belongs to, from the header `traceparent` (W3C Trace Context, section 3.2), for the log: so that
// a refusal is found from a trace. The service makes no spans of its own and sends nothing on.

export interface TraceContext {
  /** 32 hex digits. */
  readonly traceId: string;
  /** The caller's span, 16 hex digits. */
  readonly spanId: string;
}

/** Two digits of version, trace-id, parent-id, flags; in lower case alone. Later versions may go on behind another hyphen. */
const TRACEPARENT = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-[0-9a-f]{2}(-.*)?$/;
const FORBIDDEN_VERSION = "ff";
const FIRST_VERSION = "00";
const ZEROS = /^0+$/;

/** Undefined where there is none, or one that is not valid: then it counts as absent (section 4.3). */
export function traceContextOf(headers: Headers): TraceContext | undefined {
  const [, version, traceId = "", spanId = "", more] =
    TRACEPARENT.exec(headers.get("traceparent") ?? "") ?? [];
  if (version === undefined || version === FORBIDDEN_VERSION) return undefined;
  if (version === FIRST_VERSION && more !== undefined) return undefined;
  return ZEROS.test(traceId) || ZEROS.test(spanId) ? undefined : { traceId, spanId };
}
