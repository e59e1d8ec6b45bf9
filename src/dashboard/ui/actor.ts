// Who changed something, in words.

/** Who: the name of an API key, or the user of the command line. */
export function actorInWords(actor: string): string {
  const [kind, ...name] = actor.split(":");
  if (kind === "key") return name.join(":");
  return kind === "cli" ? `${name.join(":")} (command line)` : actor;
}
