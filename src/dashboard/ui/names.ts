// Names of pets, and of people in the history, as text.

import { uiText } from "../language/en/ui.ts";
import { isolated } from "./isolated.ts";
import type { Label } from "../../client/client.ts";

/** Who: the name of an API key, or the user of the command line. */
export function actorInWords(actor: string): string {
  const { isCommandLine, name } = actorOf(actor);
  return isCommandLine ? uiText.commandLine(isolated(name)) : isolated(name);
}

/** The name alone, where the way is told elsewhere. */
export function actorName(actor: string): string {
  return isolated(nameOfActor(actor));
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

/** Such as for a notice: `Buddy (305144)`, or `pet 305144`. */
export function petName(petId: bigint, label: Label | undefined): string {
  return label?.name ? `${isolated(label.name)} (${petId})` : uiText.pet(String(petId));
}

/** The same at the beginning of a sentence: `Pet 305144`. */
export function petNameFirst(petId: bigint, label: Label | undefined): string {
  return label?.name ? petName(petId, label) : uiText.petFirst(String(petId));
}
