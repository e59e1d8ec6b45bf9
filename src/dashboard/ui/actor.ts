// Who changed something, in words.

import { isolated } from "./isolated.ts";

/** Who: the name of an API key, or the user of the command line. */
export function actorInWords(actor: string): string {
  const { isCommandLine, name } = actorOf(actor);
  return isCommandLine ? `${isolated(name)} (command line)` : isolated(name);
}

/** The name alone, as filters take it. */
export function nameOfActor(actor: string): string {
  return actorOf(actor).name;
}

function actorOf(actor: string): { readonly isCommandLine: boolean; readonly name: string } {
  const [kind, ...name] = actor.split(":");
  const isKnown = kind === "key" || kind === "cli";
  return { isCommandLine: kind === "cli", name: isKnown ? name.join(":") : actor };
}
