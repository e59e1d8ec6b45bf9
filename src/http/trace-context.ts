// Parses the header `traceparent` (W3C Trace Context, section 3.2), so that log lines of refused requests carry the trace id.
// The service creates no spans and propagates nothing.

export interface TraceContext {
  /** 32 hex digits. */
  readonly traceId: string;
  /** The caller's span, 16 hex digits. */
  readonly spanId: string;
}

/** Version, trace-id, parent-id, flags, in lower case. Later versions may append fields after another hyphen. */
const TRACEPARENT = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-[0-9a-f]{2}(-.*)?$/;
const FORBIDDEN_VERSION = "ff";
const FIRST_VERSION = "00";
const ZEROS = /^0+$/;

/** Undefined if the header is absent or invalid, which counts as absent (section 4.3). */
export function traceContextOf(headers: Headers): TraceContext | undefined {
  const [, version, traceId = "", spanId = "", more] =
    TRACEPARENT.exec(headers.get("traceparent") ?? "") ?? [];
  if (version === undefined || version === FORBIDDEN_VERSION) return undefined;
  if (version === FIRST_VERSION && more !== undefined) return undefined;
  return ZEROS.test(traceId) || ZEROS.test(spanId) ? undefined : { traceId, spanId };
}
