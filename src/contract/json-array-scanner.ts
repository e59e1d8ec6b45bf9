// Finds where the elements of one JSON array end, from its UTF-8 bytes or its UTF-16 code units: all signs that give an
// array its structure are ASCII, so that both look alike. Keeps no text and never judges an element: parseJson does.

const LF = 0x0a;
const SPACE = 0x20;
const QUOTE = 0x22;
const COMMA = 0x2c;
const OPEN_BRACKET = 0x5b;
const BACKSLASH = 0x5c;
const CLOSE_BRACKET = 0x5d;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;

/**
 * The role of one byte or code unit. `boundary`: the array's opening or closing bracket, or a comma between its elements.
 * `misplaced`: text before or after the array.
 */
type ArrayUnit = "inner" | "boundary" | "misplaced";

type Place = "before" | "element" | "string" | "escape" | "after";

export class JsonArrayScanner {
  #place: Place = "before";
  /** The depth of brackets and braces within the current element. */
  #depth = 0;
  #isElementEmpty = true;
  #hasComma = false;
  #endedElement = false;

  take(code: number): ArrayUnit {
    switch (this.#place) {
      case "string":
        // No JSON string holds a line break. To end it there confines a missing quote to its own element.
        if (code === QUOTE || code === LF) this.#place = "element";
        else if (code === BACKSLASH) this.#place = "escape";
        return "inner";
      case "escape":
        this.#place = "string";
        return "inner";
      case "element":
        return code <= SPACE ? "inner" : this.#takeInArray(code);
      case "before":
        if (code <= SPACE) return "inner";
        if (code !== OPEN_BRACKET) return "misplaced";
        this.#place = "element";
        return "boundary";
      case "after":
        return code <= SPACE ? "inner" : "misplaced";
    }
  }

  /** True from the array's opening bracket to its closing bracket. */
  get isInArray(): boolean {
    return this.#place !== "before" && this.#place !== "after";
  }

  /** The array's closing bracket was taken. */
  get isComplete(): boolean {
    return this.#place === "after";
  }

  /** Nothing but white space of the current element was taken. */
  get isElementEmpty(): boolean {
    return this.#isElementEmpty;
  }

  /** The current element has a string, a bracket or a brace that is not closed. */
  get isElementOpen(): boolean {
    return this.#depth > 0 || this.#place === "string" || this.#place === "escape";
  }

  /** The last boundary ended an element: false for the opening bracket, and for the closing one of an empty array. */
  get endedElement(): boolean {
    return this.#endedElement;
  }

  #takeInArray(code: number): ArrayUnit {
    if (this.#depth === 0 && (code === COMMA || code === CLOSE_BRACKET)) return this.#endElement(code);
    this.#isElementEmpty = false;
    if (code === QUOTE) this.#place = "string";
    else if (code === OPEN_BRACE || code === OPEN_BRACKET) this.#depth += 1;
    else if (this.#depth > 0 && (code === CLOSE_BRACE || code === CLOSE_BRACKET)) this.#depth -= 1;
    return "inner";
  }

  #endElement(code: number): ArrayUnit {
    // After a comma another element must follow, so that an empty one is an element, too: a wrong one.
    this.#endedElement = code === COMMA || this.#hasComma || !this.#isElementEmpty;
    this.#isElementEmpty = true;
    this.#hasComma = true;
    if (code === CLOSE_BRACKET) this.#place = "after";
    return "boundary";
  }
}
