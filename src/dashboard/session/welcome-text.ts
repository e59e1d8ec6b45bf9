// The notice after sign-in, if there is something to say.

import type { Me } from "../../client/client.ts";
import { expiresSoon, expiryText } from "./expiry-text.ts";
import { isolated } from "../ui/isolated.ts";

/** Undefined: nothing. `me` is undefined where the Admin API is not reachable. */
export function welcomeText(me: Me | undefined, isByLink: boolean, now: number): string | undefined {
  const sentences = isByLink ? [me === undefined ? "Signed in." : `Signed in as ${isolated(me.name)}.`] : [];
  if (me !== undefined && expiresSoon(me.expiresAt, now))
    sentences.push(`Your key ${expiryText(me.expiresAt, now)}: ask for another one in time.`);
  return sentences.length === 0 ? undefined : sentences.join(" ");
}
