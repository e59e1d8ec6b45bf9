// The rule for texts of the dashboard: they stand in language/, so that each language has them. Reads the code as the browser gets it, where
// the text of an element is a string like any other.

import { type AnyNode, parse } from "acorn";
import { fullAncestor } from "acorn-walk";

/** Words: a letter beside a space, or a capital at the beginning of a word. */
const TEXT = /\p{L}\S* +\S|\S +\S*\p{L}|^\p{Lu}\p{Ll}/u;

/** Properties and attributes whose values no person reads. */
const CODE_PROPERTIES = ["class", "className", "style", "autocomplete", "id", "d", "viewBox", "sizes", "rel"];

/** Functions and constructors whose texts no person reads: selectors, media queries, and failures that only a log has. */
const CODE_FUNCTIONS =
  /^(?:Error|TypeError|RangeError|DOMException|querySelector|querySelectorAll|closest|matches|matchMedia|useMedia|getPropertyValue|get)$/;

interface Code {
  /** Relative to src/dashboard. */
  readonly path: string;
  readonly text: string;
}

export interface Exception {
  /** The file, or a folder with a slash at the end; all files if absent. */
  readonly in?: string;
  readonly text: string | RegExp;
  readonly because: string;
}

/** Texts in code, and exceptions that no code needs. */
export function textViolations(sources: readonly Code[], exceptions: readonly Exception[]): string[] {
  const used = new Set<Exception>();
  const found = sources.flatMap(({ path, text }) =>
    textsIn({ path, text })
      .filter((each) => {
        const allowed = exceptions.filter((exception) => isFor(exception, path, each));
        for (const exception of allowed) used.add(exception);
        return allowed.length === 0;
      })
      .map(
        (each) =>
          `src/dashboard/${path} has the text ${JSON.stringify(each)}: move it to language/, in all languages`,
      ),
  );
  const unused = exceptions.filter((exception) => !used.has(exception));
  return [...found, ...unused.map(({ text }) => `the exception for ${text} is not needed: remove it`)];
}

function isFor({ in: place, text }: Exception, path: string, found: string): boolean {
  const isThere = place === undefined || (place.endsWith("/") ? path.startsWith(place) : path === place);
  return isThere && (typeof text === "string" ? text === found : text.test(found));
}

function textsIn({ path, text }: Code): readonly string[] {
  const loader = path.endsWith("x") ? "tsx" : "ts";
  const code = new Bun.Transpiler({ loader, target: "browser" }).transformSync(text);
  const texts: string[] = [];
  fullAncestor(parse(code, { ecmaVersion: "latest", sourceType: "module" }), (node, _, ancestors) => {
    const found = stringOf(node as AnyNode);
    if (found !== undefined && TEXT.test(found) && !isCode(ancestors as AnyNode[])) texts.push(found);
  });
  return texts;
}

function stringOf(node: AnyNode): string | undefined {
  if (node.type === "Literal" && typeof node.value === "string") return node.value;
  if (node.type !== "TemplateLiteral") return undefined;
  // A value may be a word.
  return node.quasis.map(({ value }) => value.cooked).join("…");
}

/** By what is around it; the last of the ancestors is the string itself. */
function isCode(ancestors: readonly AnyNode[]): boolean {
  return ancestors.some((node) => {
    if (/^(?:Import|Export(?:All|Named))/.test(node.type)) return "source" in node && node.source != null;
    if (node.type === "Property") return CODE_PROPERTIES.includes(nameOf(node.key) ?? "");
    if (node.type === "NewExpression") return CODE_FUNCTIONS.test(nameOf(node.callee) ?? "");
    return node.type === "CallExpression" && isCodeCall(node, ancestors);
  });
}

/** An argument of the call, and not of what it is called on. */
function isCodeCall(call: AnyNode & { type: "CallExpression" }, ancestors: readonly AnyNode[]): boolean {
  return (
    call.arguments.some((each) => ancestors.includes(each)) && CODE_FUNCTIONS.test(nameOf(call.callee) ?? "")
  );
}

function nameOf(node: AnyNode): string | undefined {
  if (node.type === "Identifier") return node.name;
  if (node.type === "Literal") return String(node.value);
  return node.type === "MemberExpression" ? nameOf(node.property) : undefined;
}
