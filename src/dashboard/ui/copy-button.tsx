// A button that copies a text, and says whether it did.

import "./copy-button.css";
import { useRef, useState } from "preact/hooks";
import { uiText } from "../language/en/ui.ts";
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
  const [isCopied, setCopied] = useState<boolean>();
  const place = useRef<HTMLSpanElement>(null);
  const copy = async (): Promise<void> => {
    const isDone = await copyText(text, place.current!);
    setCopied(isDone);
    if (isDone) onCopied?.();
  };
  return (
    <span class="copy" ref={place}>
      <button type="button" class={className} autofocus={autofocus} onClick={() => void copy()}>
        <Icon name={isCopied === true ? "check" : "copy"} /> {title}
      </button>
      <span role="status" class="quiet">
        {isCopied !== undefined && (isCopied ? uiText.copied : uiText.notCopied)}
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
