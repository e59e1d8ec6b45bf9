// The errors of a contract: each status with its codes and when it is answered.

import { type Api, isError, operationsOf, type Response, resolved } from "./contract.ts";
import { html, type Html, joined, markdown } from "./html.ts";

export function errorsId({ slug }: Pick<Api, "slug">): string {
  return `${slug}-errors`;
}

interface ErrorResponse {
  readonly status: string;
  readonly description: string;
  readonly operationIds: readonly string[];
}

export function errorsSection(api: Api): Html {
  const codes = api.contract.components.schemas["ErrorCode"]?.["x-extensible-enum"] ?? [];
  const errors = errorsOf(api).map(({ status, description, operationIds }) => ({
    status,
    description,
    operationIds,
    codes: codes.filter((code) => description.includes(`\`${code}\``)),
  }));
  const others = codes.filter((code) => !errors.some((error) => error.codes.includes(code)));
  return html`<section id="${errorsId(api)}">
    <h3>Errors of the ${api.title}</h3>
    <dl>
      ${errors.map(
        (error) =>
          html`<div>
            <dt><b>${statusText(error.status)}</b> ${codesText(error.codes)}</dt>
            <dd>${markdown(error.description)} ${operationsText(api, error.operationIds)}</dd>
          </div>`,
      )}
      ${
        others.length > 0 &&
        html`<div>
          <dt>${codesText(others)}</dt>
          <dd>Codes of single entries, in <code>problems</code></dd>
        </div>`
      }
    </dl>
  </section>`;
}

/** `default` is OpenAPI's name of all other statuses. */
export function statusText(status: string): string {
  return status === "default" ? "others" : status;
}

function codesText(codes: readonly string[]): Html {
  return html`${codes.map((code) => html`<code>${code}</code> `)}`;
}

function operationsText({ contract }: Api, ids: readonly string[]): Html {
  const all = operationsOf(contract).length;
  if (ids.length === all) return html`<p class="quiet">From every operation</p>`;
  const links = ids.map((id) => html`<a href="#${id}">${id}</a>`);
  return html`<p class="quiet">From ${joined(links, ", ")}</p>`;
}

/** Ascending by status, `default` last; equal descriptions once. */
function errorsOf({ contract }: Api): readonly ErrorResponse[] {
  const { responses } = contract.components;
  const errors = new Map<string, ErrorResponse>();
  const add = (status: string, { description }: Response, ids: readonly string[]): void => {
    const before = errors.get(description)?.operationIds ?? [];
    errors.set(description, { status, description, operationIds: [...before, ...ids] });
  };
  for (const { operation } of operationsOf(contract)) {
    for (const [status, response] of Object.entries(operation.responses))
      if (isError(status)) add(status, resolved(responses, response), [operation.operationId]);
  }
  const rank = (status: string): number => (status === "default" ? Number.POSITIVE_INFINITY : Number(status));
  return [...errors.values()].toSorted((a, b) => rank(a.status) - rank(b.status));
}
