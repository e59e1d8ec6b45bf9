// A service of a later version: it answers reads of the Admin API with the examples of the contract, which have grown as
// docs/versions.md allows.

/** The end of a text that is longer than any of this version. */
export const LONGER = `-${"a-later-version-".repeat(16)}`;

/** Of texts with known values, others. */
const NEW_VALUES: Readonly<Record<string, string>> = {
  role: "auditor",
  reason: "stolen",
  state: "asleep",
  next: LONGER,
};
/** Opaque to clients. */
const OPAQUE: readonly string[] = ["id", "keyId", "requestId", "position", "version"];

/** What it needs of a contract. */
export interface Contract {
  readonly paths: Readonly<Record<string, { readonly get?: Operation }>>;
}

interface Operation {
  readonly responses: { readonly 200: { readonly content: { readonly "application/json": Answer } } };
}

interface Answer {
  readonly example?: unknown;
}

export class LaterService implements Disposable {
  readonly #server: Bun.Server<undefined>;

  constructor({ paths }: Contract) {
    this.#server = Bun.serve({
      port: 0,
      hostname: "127.0.0.1",
      fetch: ({ url }) => {
        const path = new URL(url).pathname.replace("/admin/v1", "");
        const example = paths[path]?.get?.responses[200].content["application/json"].example;
        return example === undefined ? new Response(null, { status: 404 }) : Response.json(grown(example));
      },
    });
  }

  /** What a client has as the address of the Admin API. */
  get url(): string {
    return `http://127.0.0.1:${this.#server.port}/admin/v1`;
  }

  [Symbol.dispose](): void {
    void this.#server.stop(true);
  }
}

function grown(value: unknown, name = ""): unknown {
  if (name === "events") return [...(value as readonly string[]), "restocked"];
  if (Array.isArray(value)) return value.map((each) => grown(each));
  if (typeof value === "object" && value !== null) {
    const members = Object.entries(value).map(([key, each]) => [key, grown(each, key)]);
    return { ...Object.fromEntries(members), later: { of: ["a later version"] } };
  }
  if (name in NEW_VALUES) return NEW_VALUES[name];
  return OPAQUE.includes(name) && value !== null ? `${value}${LONGER}` : value;
}
