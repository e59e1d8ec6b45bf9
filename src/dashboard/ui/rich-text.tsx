// A sentence with elements in it: `{name}` in the text stands for the part of that name, wherever a language puts it.

import { type ComponentChildren, Fragment } from "preact";

interface RichTextProps {
  readonly text: string;
  readonly parts: Readonly<Record<string, ComponentChildren>>;
}

export function RichText({ text, parts }: RichTextProps) {
  // Split by a group, so that the names are at the odd places.
  return (
    <>
      {text.split(/\{(\w+)\}/).map((piece, at) => (
        <Fragment key={at}>{at % 2 === 0 ? piece : parts[piece]}</Fragment>
      ))}
    </>
  );
}
