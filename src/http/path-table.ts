// Finds the target of a path among patterns, as the runtime's router does.

interface Found<Target> {
  readonly target: Target;
  readonly params: Readonly<Record<string, string>>;
}

export class PathTable<Target> {
  readonly #routes: readonly { readonly segments: readonly string[]; readonly target: Target }[];

  /** By path, with `:name` for a parameter. */
  constructor(routes: Iterable<readonly [path: string, target: Target]>) {
    this.#routes = [...routes].map(([path, target]) => ({ segments: path.split("/"), target }));
  }

  /** `path`: without a query. */
  find(path: string): Found<Target> | undefined {
    const segments = path.split("/");
    for (const { segments: pattern, target } of this.#routes) {
      const params = paramsOf(pattern, segments);
      if (params !== undefined) return { target, params };
    }
    return undefined;
  }
}

/** The parameters of a path that matches the pattern, as the runtime gives them: decoded, and never empty. */
function paramsOf(
  pattern: readonly string[],
  segments: readonly string[],
): Readonly<Record<string, string>> | undefined {
  if (pattern.length !== segments.length) return undefined;
  const params: Record<string, string> = {};
  for (const [index, part] of pattern.entries()) {
    const segment = segments[index]!;
    if (!part.startsWith(":")) {
      if (part !== segment) return undefined;
    } else if (segment === "") return undefined;
    else params[part.slice(1)] = decoded(segment);
  }
  return params;
}

/** A segment that is no percent-encoded UTF-8 stays as it is, so that the operation refuses it. */
function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
