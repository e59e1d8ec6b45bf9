// Schemas: their type in words, their limits, and the members of objects.

import type { Api, Schema } from "./contract.ts";
import { html, type Html, inlineMarkdown, joined, markdown, type Part } from "./html.ts";
import { nameOf } from "./contract.ts";

/** Every schema of a contract, with an anchor. */
export function schemasSection(api: Api): Html {
  const { slug, title, contract } = api;
  const schemas = Object.entries(contract.components.schemas).map(
    ([name, schema]) =>
      html`<section id="${schemaId(api, name)}" class="schema">
        <h4>${name}</h4>
        ${schema.description !== undefined && markdown(schema.description)} ${shapeOf(api, schema)}
      </section>`,
  );
  return html`<section id="${slug}-schemas">
    <h3>Schemas of the ${title}</h3>
    ${schemas}
  </section>`;
}

/** The members of an object; of anything else its type. */
export function shapeOf(api: Api, schema: Schema): Html {
  if (schema.properties === undefined) return html`<p class="type">${typeOf(api, schema)}</p>`;
  const members = Object.entries(schema.properties).map(([name, member]) =>
    entryOf({
      name,
      type: typeOf(api, member),
      isRequired: schema.required?.includes(name) ?? false,
      description: member.description,
    }),
  );
  return html`<dl>${members}</dl>`;
}

export interface Entry {
  readonly name: string;
  readonly type: Part;
  readonly isRequired: boolean;
  readonly description: string | undefined;
  /** Where a parameter is sent. */
  readonly place?: string;
  readonly example?: unknown;
}

/** A parameter, a header or a member of an object. */
export function entryOf({ name, type, isRequired, description, place, example }: Entry): Html {
  return html`<div>
    <dt>
      <code>${name}</code> ${place !== undefined && html`<span class="place">in ${place},</span>`}
      <span class="type">${type}</span> ${isRequired && html`<span class="required">required</span>`}
    </dt>
    <dd>
      ${description !== undefined && inlineMarkdown(description)}
      ${example !== undefined && html`<span class="example">Example: <code>${String(example)}</code></span>`}
    </dd>
  </div>`;
}

/** A type with its limits, such as "integer, 0 to 2147483647". */
export function typeOf(api: Api, schema: Schema): Part {
  const { $ref, oneOf, allOf, items, format } = schema;
  if ($ref !== undefined) return referenceTo(api, nameOf({ $ref }));
  if (allOf !== undefined)
    return joined(
      allOf.map((each) => typeOf(api, each)),
      " and ",
    );
  if (oneOf !== undefined)
    return joined(
      oneOf.map((each) => typeOf(api, each)),
      " or ",
    );
  if (items !== undefined) return ["array of ", typeOf(api, items), limitsOf(schema)];
  const type = [schema.type ?? []].flat().join(" or ");
  return [type, format !== undefined && ` (${format})`, limitsOf(schema)];
}

function referenceTo(api: Api, name: string): Html {
  return html`<a href="#${schemaId(api, name)}">${name}</a>`;
}

function schemaId({ slug }: Api, name: string): string {
  return `${slug}-schema-${name}`;
}

/** Each begins with a comma. */
function limitsOf(schema: Schema): Part {
  const values = schema.enum ?? schema["x-extensible-enum"];
  const { const: only, pattern, default: otherwise, examples } = schema;
  return [
    range(schema.minimum, schema.maximum),
    range(schema.minLength, schema.maxLength, "character"),
    range(schema.minItems, schema.maxItems, "entry"),
    only !== undefined && html`, <code>${JSON.stringify(only)}</code>`,
    values !== undefined &&
      html`:
      ${joined(
        values.map((value) => html`<code>${value}</code>`),
        ", ",
      )}`,
    pattern !== undefined && html`, pattern <code>${pattern}</code>`,
    otherwise !== undefined && html`, <code>${JSON.stringify(otherwise)}</code> if absent`,
    examples?.map((example) => html`, such as <code>${String(example)}</code>`),
  ];
}

const PLURALS = { character: "characters", entry: "entries" };

/** A range of values, or of how many there may be. */
function range(least: number | undefined, most: number | undefined, unit?: keyof typeof PLURALS): Part {
  if (least === undefined && most === undefined) return undefined;
  const units = unit === undefined ? "" : ` ${(most ?? least) === 1 ? unit : PLURALS[unit]}`;
  if (most === undefined) return `, at least ${least}${units}`;
  return least === undefined ? `, at most ${most}${units}` : `, ${least} to ${most}${units}`;
}
