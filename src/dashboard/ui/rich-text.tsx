// A text of ours with elements in it, such as a name in bold, wherever the language's sentence has them.

import { type ComponentChildren, Fragment } from "preact";

interface RichTextProps {
  /** With the names of the parts in braces: `You are signed in as {name}.` */
  readonly text: string;
  readonly parts: Readonly<Record<string, ComponentChildren>>;
}

export function RichText({ text, parts }: RichTextProps) {
  // Every second piece is a name.
  const pieces = text.split(/\{(\w+)\}/);
  return (
    <>
      {pieces.map((piece, at) => (
        <Fragment key={at}>{at % 2 === 0 ? piece : (parts[piece] ?? `{${piece}}`)}</Fragment>
      ))}
    </>
  );
}
