// HTML as text. Every value in a template is escaped, unless it is HTML itself.

export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** Undefined and false leave no trace, so that parts can be optional. */
export type Part = Html | string | number | false | undefined | readonly Part[];

export function html(texts: TemplateStringsArray, ...parts: readonly Part[]): Html {
  return new Html(texts.reduce((before, text, index) => before + textOf(parts[index - 1]) + text));
}

function textOf(part: Part): string {
  if (part instanceof Html) return part.text;
  if (part === undefined || part === false) return "";
  return typeof part === "object" ? part.map(textOf).join("") : Bun.escapeHTML(part);
}

/** CommonMark, as descriptions of OpenAPI are. HTML in it is shown as text. */
export function markdown(text: string): Html {
  return new Html(Bun.markdown.html(text, { noHtmlBlocks: true, noHtmlSpans: true }).trim());
}

/** CommonMark of one paragraph, for a place within a line. */
export function inlineMarkdown(text: string): Html {
  return new Html(markdown(text).text.replace(/^<p>(.*)<\/p>$/s, "$1"));
}

export function joined(parts: readonly Part[], separator: string): Part {
  return parts.map((part, index) => [index > 0 && separator, part]);
}
