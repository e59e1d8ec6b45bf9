// Finds what a script or a style sheet uses and the oldest supported browsers lack, by MDN's tables. A script's syntax is checked by
// parsing it as ECMAScript 2022, which all of them have.

import bcd, { type CompatStatement, type Identifier } from "@mdn/browser-compat-data" with { type: "json" };
import { type Node, parse } from "acorn";
import { full } from "acorn-walk";
import * as csstree from "css-tree";

/** As docs/dashboard.md says. Safari's versions are those of iPads, too. */
export const OLDEST = { chrome: 109, firefox: 115, safari: 16.4, safari_ios: 16.4 } as const;

type Browser = keyof typeof OLDEST;

function isSupported({ support }: CompatStatement): boolean {
  return (Object.keys(OLDEST) as Browser[]).every((browser) => {
    const statements = [support[browser] ?? []].flat();
    return statements.some(({ version_added: added, version_removed: removed, flags, prefix }) => {
      if (typeof added !== "string" || removed !== undefined || flags !== undefined || prefix !== undefined)
        return false;
      return Number.parseFloat(added.replace("≤", "")) <= OLDEST[browser];
    });
  });
}

function isExperiment({ __compat }: Identifier): boolean {
  return __compat?.status?.experimental === true;
}

/** Whether all oldest browsers have it, by name; of several things with one name, whether they have one. */
class Names {
  readonly #names = new Map<string, boolean>();

  add(name: string, { __compat }: Identifier): void {
    if (__compat !== undefined)
      this.#names.set(name, this.#names.get(name) === true || isSupported(__compat));
  }

  lacks(name: string): boolean {
    return this.#names.get(name) === false;
  }
}

/** Of the branch of the tables at the path, such as `css`, `properties`. */
function branch(...path: readonly string[]): [string, Identifier][] {
  let tree = bcd as unknown as Identifier;
  for (const name of path) tree = tree[name]!;
  return children(tree);
}

function children(tree: Identifier): [string, Identifier][] {
  return Object.entries(tree).filter(([name]) => name !== "__compat") as [string, Identifier][];
}

const [globals, statics, members] = [new Names(), new Names(), new Names()];
/** Members are looked up by their name alone: those of interfaces that are themselves too new, or no standard yet, are left to `globals`. */
for (const [owner, entry] of [...branch("api"), ...branch("javascript", "builtins")]) {
  globals.add(owner, entry);
  const isEstablished = !globals.lacks(owner);
  for (const [key, member] of children(entry)) {
    const name = key.replace(/_static$/, "");
    // Namespaces, such as Intl, list their members without the suffix.
    statics.add(`${owner}.${name}`, member);
    if (key === name && isEstablished && !isExperiment(member)) members.add(name, member);
  }
}

interface CodeNode extends Node {
  readonly name?: string;
  readonly computed?: boolean;
  readonly optional?: boolean;
  readonly object?: CodeNode;
  readonly property?: CodeNode;
  readonly callee?: CodeNode;
}

/** Each once. A call as `object.method?.()` is left out: it says that the method may be missing. */
export function lackedByScript(code: string): readonly string[] {
  const lacked = new Set<string>();
  const asked = new Set<Node>();
  const syntax = parse(code, { ecmaVersion: 2022, sourceType: "module" });
  full(syntax, (node) => {
    const { type, optional, callee } = node as CodeNode;
    if (type === "CallExpression" && optional === true && callee !== undefined) asked.add(callee);
  });
  full(syntax, (node) => {
    const { type, name, computed, object, property } = node as CodeNode;
    if (type === "Identifier" && name !== undefined && globals.lacks(name)) lacked.add(name);
    if (type !== "MemberExpression" || computed === true || asked.has(node)) return;
    const member = property?.name ?? "";
    const isStatic = object?.name !== undefined && statics.lacks(`${object.name}.${member}`);
    if (isStatic) lacked.add(`${object?.name}.${member}`);
    if (!isStatic && members.lacks(member)) lacked.add(`.${member}`);
  });
  return [...lacked].toSorted();
}

const [properties, atRules, selectors, media, functions] = Array.from({ length: 5 }, () => new Names());
for (const [name, entry] of branch("css", "properties")) properties!.add(name, entry);
for (const [name, entry] of branch("css", "at-rules")) atRules!.add(name, entry);
for (const [name, entry] of branch("css", "at-rules", "media")) media!.add(name, entry);
for (const [name, entry] of branch("css", "selectors")) selectors!.add(name, entry);
for (const [name, entry] of branch("css", "types")) {
  functions!.add(name, entry);
  for (const [inner, deep] of children(entry)) functions!.add(inner, deep);
}

/** Each once. */
export function lackedByStyle(css: string): readonly string[] {
  const lacked = new Set<string>();
  const check = (names: Names | undefined, name: string, shown: string): void => {
    if (names?.lacks(name)) lacked.add(shown);
  };
  csstree.walk(csstree.parse(css), (node) => {
    if (node.type === "Declaration") check(properties, node.property, node.property);
    if (node.type === "Atrule") check(atRules, node.name, `@${node.name}`);
    if (node.type === "Feature") check(media, node.name, `@media (${node.name})`);
    if (node.type === "PseudoClassSelector" || node.type === "PseudoElementSelector")
      check(selectors, node.name, `:${node.name}`);
    if (node.type === "NestingSelector") check(selectors, "nesting", "nesting");
    if (node.type === "Function") check(functions, node.name, `${node.name}()`);
    if (node.type === "Dimension" && /^[dsl]v/.test(node.unit))
      check(functions, "viewport_percentage_units_dynamic", node.unit);
  });
  return [...lacked].toSorted();
}
