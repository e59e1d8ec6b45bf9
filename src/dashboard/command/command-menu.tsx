// The command menu: one field that finds pages, pets, saved views and actions. Follows the ARIA combobox pattern: the focus stays in
// the field, arrow keys choose, Enter runs the choice.

import "./command-menu.css?late";
import { useEffect, useId, useRef, useState } from "preact/hooks";
import { commandText } from "../language/en/command.ts";
import type { PageProps } from "../app/dashboard.ts";
import { Dialog } from "../ui/dialog.tsx";
import { type Command, commandsFor, petsFor } from "./commands.ts";

export default function CommandMenu({ dashboard }: PageProps) {
  const [text, setText] = useState("");
  const [at, setAt] = useState(0);
  const list = useId();
  const pets = usePets(dashboard, text);
  useEffect(() => void dashboard.savedViews.load(), []);
  const commands = [...commandsFor(dashboard, text), ...pets];
  const active = Math.min(at, commands.length - 1);
  const close = (): void => dashboard.store.set({ isCommandMenuOpen: false });
  const run = (command: Command | undefined): void => {
    if (command === undefined) return;
    close();
    // When the dialog has returned the focus: the command may move it.
    requestAnimationFrame(command.run);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const to = nextChoice(event.key, active, commands.length);
    if (to === undefined) return;
    event.preventDefault();
    setAt(to);
  };
  return (
    <Dialog
      title={commandText.title}
      class="command-menu"
      onClose={close}
      onSubmit={() => run(commands[active])}
    >
      <input
        type="text"
        role="combobox"
        autofocus
        aria-label={commandText.field}
        aria-expanded={commands.length > 0}
        aria-controls={list}
        aria-activedescendant={commands.length > 0 ? `${list}-${active}` : undefined}
        autocomplete="off"
        spellcheck={false}
        enterKeyHint="go"
        placeholder={commandText.field}
        value={text}
        onInput={(event) => {
          setText(event.currentTarget.value);
          setAt(0);
        }}
        onKeyDown={onKeyDown}
      />
      <ul id={list} role="listbox" aria-label={commandText.title}>
        {commands.map((command, index) => (
          <Choice
            key={`${command.kind} ${command.title}`}
            id={`${list}-${index}`}
            command={command}
            isActive={index === active}
            onRun={() => run(command)}
          />
        ))}
      </ul>
      <p class="quiet" role="status">
        {commands.length === 0 && commandText.nothing}
      </p>
    </Dialog>
  );
}

interface ChoiceProps {
  readonly id: string;
  readonly command: Command;
  readonly isActive: boolean;
  readonly onRun: () => void;
}

function Choice({ id, command, isActive, onRun }: ChoiceProps) {
  const item = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (isActive) item.current?.scrollIntoView({ block: "nearest" });
  }, [isActive]);
  return (
    <li ref={item} id={id} role="option" aria-selected={isActive} onClick={onRun}>
      <span>{command.title}</span>
      <span class="quiet">{command.kind}</span>
    </li>
  );
}

/** Undefined for a key that does not choose. */
function nextChoice(key: string, at: number, count: number): number | undefined {
  if (count === 0) return undefined;
  if (key === "ArrowDown") return (at + 1) % count;
  if (key === "ArrowUp") return (at + count - 1) % count;
  return undefined;
}

/** The pets that the text finds; those of the text before, until then. */
function usePets(dashboard: PageProps["dashboard"], text: string): readonly Command[] {
  const [pets, setPets] = useState<readonly Command[]>([]);
  useEffect(() => {
    const stop = new AbortController();
    petsFor(dashboard, text, stop.signal).then(setPets, (error: unknown) => {
      if (!stop.signal.aborted) throw error;
    });
    return () => stop.abort();
  }, [text]);
  return pets;
}
