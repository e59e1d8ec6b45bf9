// One operation: what it does, what it takes and answers, with examples and samples.

import { curlSample, type SampledOperation } from "../curl-sample.ts";
import { type Sample, samplesOf } from "../samples.ts";
import { SAMPLE_SERVER } from "../sample-server.ts";
import {
  type Api,
  type Content,
  examplesOf,
  isError,
  isReference,
  type PlacedOperation,
  resolved,
  type Response,
} from "./contract.ts";
import { html, type Html, inlineMarkdown, joined, markdown, type Part } from "./html.ts";
import { entryOf, shapeOf, typeOf } from "./schema.ts";
import { errorsId, statusText } from "./errors.ts";

export function operationSection(api: Api, placed: PlacedOperation): Html {
  const { path, method, operation } = placed;
  const { operationId, summary, description } = operation;
  const role = operation["x-role"];
  const stability = operation["x-stability"];
  return html`<section id="${operationId}" class="operation">
    <h4><a href="#${operationId}">${summary}</a></h4>
    <p class="address">
      <code><b>${method.toUpperCase()}</b> ${api.prefix}${path}</code>
      <span class="tag">${operationId}</span>
      ${role !== undefined && html`<span class="tag">role: ${role}</span>`}
      ${stability !== undefined && html`<span class="tag">${stability}</span>`}
    </p>
    ${markdown(description)} ${parametersOf(api, placed)} ${requestOf(api, placed)}
    <h5>Responses</h5>
    <dl>${successesOf(api, placed)} ${errorsOf(api, placed)}</dl>
    <h5>Samples</h5>
    ${sampleTexts(api, placed).map(({ label, source }) => figure(label, source))}
    <p><a class="try" href="${tryAddress(api, placed)}">Try it</a></p>
  </section>`;
}

/** The address of the form that sends a request, as Scalar names its parts. */
function tryAddress({ slug }: Api, { path, method, operation }: PlacedOperation): string {
  return `/docs/try#${slug}/tag/${operation.tags[0]}/${method.toUpperCase()}${path}`;
}

function parametersOf(api: Api, { operation }: PlacedOperation): Part {
  const parameters = operation.parameters.map((each) => resolved(api.contract.components.parameters, each));
  const entries = parameters.map(({ name, in: place, description, required = false, schema, example }) =>
    entryOf({ name, place, type: typeOf(api, schema), isRequired: required, description, example }),
  );
  return (
    entries.length > 0 &&
    html`<h5>Parameters</h5>
      <dl>${entries}</dl>`
  );
}

function requestOf(api: Api, { operation: { requestBody } }: PlacedOperation): Part {
  if (requestBody === undefined) return undefined;
  return html`<h5>Request body</h5>
    ${markdown(requestBody.description)} ${contentOf(api, requestBody.content)}`;
}

function contentOf(api: Api, content: Content): Part {
  return Object.entries(content).map(([mediaType, media]) => [
    html`<p><code>${mediaType}</code>: ${typeOf(api, media.schema)}</p>`,
    media.schema.properties !== undefined && shapeOf(api, media.schema),
    examplesOf(api.contract, media).map(([name, example]) => figure(name, exampleText(example))),
  ]);
}

function exampleText(example: unknown): string {
  return typeof example === "string" ? example.trimEnd() : JSON.stringify(example, null, 2);
}

function successesOf(api: Api, { operation }: PlacedOperation): Part {
  const { responses, headers } = api.contract.components;
  return Object.entries(operation.responses)
    .filter(([status]) => !isError(status))
    .map(([status, response]) => {
      const { description, headers: own = {}, content = {} } = resolved(responses, response);
      const entries = Object.entries(own).map(([name, header]) => {
        const { description: text, schema } = resolved(headers, header);
        return entryOf({
          name,
          place: "header",
          type: typeOf(api, schema),
          isRequired: false,
          description: text,
        });
      });
      return html`<div>
        <dt><b>${status}</b></dt>
        <dd>
          ${markdown(description)} ${contentOf(api, content)}
          ${entries.length > 0 && html`<dl>${entries}</dl>`}
        </dd>
      </div>`;
    });
}

/** Errors of this operation in full; those of many operations are described once, in the list of errors. */
function errorsOf(api: Api, { operation }: PlacedOperation): Part {
  const errors = Object.entries(operation.responses).filter(([status]) => isError(status));
  const own = errors.flatMap(([status, response]) =>
    isReference(response) ? [] : [ownError(api, status, response)],
  );
  const common = errors.filter(([, response]) => isReference(response)).map(([status]) => statusText(status));
  return [
    own,
    common.length > 0 &&
      html`<div>
        <dt><b>${joined(common, ", ")}</b></dt>
        <dd><a href="#${errorsId(api)}">Errors of many operations</a></dd>
      </div>`,
  ];
}

function ownError(api: Api, status: string, { description, content = {} }: Response): Html {
  const examples = Object.values(content).flatMap((media) => examplesOf(api.contract, media));
  return html`<div>
    <dt><b>${status}</b></dt>
    <dd>
      ${inlineMarkdown(description)} ${examples.map(([name, example]) => figure(name, exampleText(example)))}
    </dd>
  </div>`;
}

function sampleTexts(api: Api, { path, method, operation }: PlacedOperation): readonly Sample[] {
  const samples = samplesOf(operation.operationId, SAMPLE_SERVER);
  if (samples.length > 0) return samples;
  const address = `${SAMPLE_SERVER}${api.prefix}${path}`;
  const { parameters } = api.contract.components;
  return [curlSample(operation as SampledOperation, { method, address, parameters })];
}

/** A text to copy. */
export function figure(caption: string, text: string): Html {
  return html`<figure>
    <figcaption>${caption}</figcaption>
    <pre><code>${text}</code></pre>
  </figure>`;
}
