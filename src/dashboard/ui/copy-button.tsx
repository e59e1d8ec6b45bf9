// A button that copies a text, and says whether it did.

import "./copy-button.css";
import { useRef, useState } from "preact/hooks";
import { Icon } from "./icon.tsx";

interface CopyButtonProps {
  /** Text of the button, such as `Copy link`. */
  readonly title: string;
  readonly text: string;
  readonly class?: string;
  readonly autofocus?: boolean;
  readonly onCopied?: () => void;
}

export function CopyButton({ title, text, class: className, autofocus = false, onCopied }: CopyButtonProps) {
  const [outcome, setOutcome] = useState("");
  const place = useRef<HTMLSpanElement>(null);
  const copy = async (): Promise<void> => {
    const isCopied = await copyText(text, place.current!);
    setOutcome(isCopied ? "Copied" : "Not copied: select the text, and copy it by hand");
    if (isCopied) onCopied?.();
  };
  return (
    <span class="copy" ref={place}>
      <button type="button" class={className} autofocus={autofocus} onClick={() => void copy()}>
        <Icon name={outcome === "Copied" ? "check" : "copy"} /> {title}
      </button>
      <span role="status" class="quiet">
        {outcome}
      </span>
    </span>
  );
}

async function copyText(text: string, place: HTMLElement): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copySelected(text, place);
  }
}

/** Over http browsers have no clipboard for pages, or only this old one. `place` may be in a modal dialog: only there a field can be selected. */
function copySelected(text: string, place: HTMLElement): boolean {
  const focused = document.activeElement;
  const field = document.createElement("textarea");
  field.value = text;
  field.className = "copy-source";
  place.append(field);
  field.select();
  const isCopied = document.execCommand("copy");
  field.remove();
  if (focused instanceof HTMLElement) focused.focus();
  return isCopied;
}
