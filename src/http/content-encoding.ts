// Chooses the encoding of a response by Accept-Encoding (RFC 9110, section 12.5.3).

import Negotiator from "negotiator";
import type { Encoding } from "../snapshot/encode.ts";

/** Encoding of a file that is compressed once; `br` is Brotli (RFC 7932). */
export type AssetEncoding = Encoding | "br";

/** Results are cached, because real clients send few different headers. The bound is for clients that make them up. */
const CACHED_HEADERS_MAX = 100;

/** gzip if the client accepts it, even with a lower weight than identity. */
export const encodingFor = chooser<Encoding>(["gzip", "identity"]);

/** The smallest of the encodings that the client accepts with the highest weight. */
export const assetEncodingFor = chooser<AssetEncoding>(["br", "gzip", "identity"], {
  // All browsers name gzip before br.
  preferred: ["br", "gzip", "identity"],
});

/** The library's types lack its options. */
interface EncodingNegotiator {
  encodings(offered: string[], options?: Preference): string[];
}

interface Preference {
  /** Decides between encodings of the same weight; by default the client's order does. */
  readonly preferred: string[];
}

function chooser<E extends string>(
  offered: readonly (E | "identity")[],
  preference?: Preference,
): (accepted: string | null) => E | "identity" {
  const known = new Map<string, E | "identity">();
  return (accepted) => {
    if (accepted === null || accepted === "identity") return "identity";
    const before = known.get(accepted);
    if (before !== undefined) return before;
    const encoding = negotiated(accepted, offered, preference) ?? "identity";
    if (known.size < CACHED_HEADERS_MAX) known.set(accepted, encoding);
    return encoding;
  };
}

function negotiated<E extends string>(
  accepted: string,
  offered: readonly E[],
  preference: Preference | undefined,
): E | undefined {
  const negotiator: EncodingNegotiator = new Negotiator({ headers: { "accept-encoding": accepted } });
  const [chosen] = negotiator.encodings([...offered], preference);
  return offered.find((encoding) => encoding === chosen);
}
