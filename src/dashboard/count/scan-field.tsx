// The field for an id, a code or part of a name. A scanner types the code and presses Enter. Follows the ARIA combobox pattern.

import type { Ref } from "preact";
import { useLayoutEffect, useState } from "preact/hooks";
import { Icon } from "../ui/icon.tsx";
import { PetName } from "../ui/pet-name.tsx";
import type { KnownPets } from "./known-pets.ts";
import { countText } from "../language/en/count.ts";
import { selectText } from "../ui/select-text.ts";

interface ScanFieldProps {
  readonly input: Ref<HTMLInputElement>;
  readonly known: KnownPets;
  /** A pet that was found. */
  readonly onPet: (petId: bigint) => void;
  /** A text that is no pet's id or code. */
  readonly onUnknown: (text: string) => void;
  /** Opens the camera; undefined if it is open. */
  readonly onCamera: (() => void) | undefined;
}

const SUGGESTIONS_MAX = 8;
/** Shorter texts match too much. */
const SEARCH_LENGTH_MIN = 2;

export function ScanField({ input, known, onPet, onUnknown, onCamera }: ScanFieldProps) {
  const [text, setText] = useState("");
  const [chosen, setChosen] = useState(-1);
  const found = useSuggestions(known, text);
  const choose = (petId: bigint): void => {
    setText("");
    setChosen(-1);
    onPet(petId);
  };
  const submit = (field: HTMLInputElement): void => {
    const petId = found[chosen] ?? known.find(field.value);
    if (petId !== undefined) return choose(petId);
    if (field.value.trim() === "") return;
    // The next scan replaces the text.
    field.select();
    onUnknown(field.value.trim());
  };
  const onKeyDown = (event: KeyboardEvent & { currentTarget: HTMLInputElement }): void => {
    const { key, currentTarget } = event;
    if (key === "Enter") submit(currentTarget);
    else if (key === "Escape") setText("");
    else if (key === "ArrowDown" && found.length > 0) setChosen((chosen + 1) % found.length);
    else if (key === "ArrowUp" && found.length > 0)
      setChosen((chosen + found.length - 1 + (chosen < 0 ? 1 : 0)) % found.length);
    else return;
    event.preventDefault();
  };
  return (
    <div class="scan">
      <label for="scan">{countText.scan}</label>
      <div class="field">
        <input
          ref={input}
          id="scan"
          role="combobox"
          aria-expanded={found.length > 0}
          aria-controls="scan-pets"
          aria-autocomplete="list"
          aria-activedescendant={chosen >= 0 ? `scan-${chosen}` : undefined}
          autocomplete="off"
          autocapitalize="off"
          spellcheck={false}
          enterkeyhint="next"
          value={text}
          onFocus={selectText}
          onInput={(event) => {
            setText(event.currentTarget.value);
            setChosen(-1);
          }}
          onKeyDown={onKeyDown}
        />
        {onCamera !== undefined && (
          <button type="button" class="icon-only" aria-label={countText.openCamera} onClick={onCamera}>
            <Icon name="camera" />
          </button>
        )}
      </div>
      <ul id="scan-pets" role="listbox" aria-label={countText.matchingPets} hidden={found.length === 0}>
        {found.map((petId, at) => (
          <li
            key={String(petId)}
            id={`scan-${at}`}
            role="option"
            aria-selected={at === chosen}
            onPointerDown={(event) => {
              // The field keeps the focus, and with it the phone's keyboard.
              event.preventDefault();
              choose(petId);
            }}
          >
            <PetName petId={petId} label={known.label(petId)} />
          </li>
        ))}
      </ul>
    </div>
  );
}

/** None until the search has ended, so that no key chooses a pet of the text before. */
function useSuggestions(known: KnownPets, text: string): readonly bigint[] {
  const [found, setFound] = useState<{ readonly text: string; readonly petIds: readonly bigint[] }>();
  useLayoutEffect(() => {
    if (text.trim().length < SEARCH_LENGTH_MIN) return undefined;
    const stop = new AbortController();
    const show = (petIds: readonly bigint[]): void => {
      if (!stop.signal.aborted) setFound({ text, petIds });
    };
    known.search(text, SUGGESTIONS_MAX, stop.signal).then(show, () => {});
    return () => stop.abort();
  }, [known, known.size, known.labelsVersion, text]);
  return found?.text === text ? found.petIds : [];
}
