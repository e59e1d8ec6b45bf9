// The query of the readiness probe, GET /readyz?exclude=….

/** The checks that a readiness probe can leave out. */
export const EXCLUDABLE = ["database"] as const;
export type Excludable = (typeof EXCLUDABLE)[number];
