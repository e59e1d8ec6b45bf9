// How a new key is given: as a link that makes the key when it is opened, or the key itself.

import { Choice } from "./choice.tsx";
import { keysText } from "../language/en/keys.ts";

/** How long a link works, as the service takes it. */
const VALID = [
  ["15m", "for15Minutes"],
  ["1h", "forHour"],
  ["24h", "forDay"],
  ["7d", "forWeek"],
] as const;
export const DEFAULT_VALID = VALID[0][0];

/** In place of how long a link works. */
export const KEY_ITSELF = "";

interface GiveChoiceProps {
  /** How long the link works, or KEY_ITSELF. */
  readonly value: string;
  readonly onValue: (value: string) => void;
}

export function GiveChoice({ value, onValue }: GiveChoiceProps) {
  const links = VALID.map(([valid, title]) => [valid, keysText.aLink(keysText[title])] as const);
  return (
    <Choice
      label={keysText.giveAs}
      choices={[...links, [KEY_ITSELF, keysText.keyItself]]}
      value={value}
      onValue={onValue}
    />
  );
}

export function ValidChoice({ value, onValue }: GiveChoiceProps) {
  return (
    <Choice
      label={keysText.newLinkWorks}
      choices={VALID.map(([valid, title]) => [valid, keysText[title]])}
      value={value}
      onValue={onValue}
      autofocus
    />
  );
}

/** For the manager: undefined for the key itself. */
export function linkValidForOf(value: string): string | undefined {
  return value === KEY_ITSELF ? undefined : value;
}
