// The content of the page at /docs, as HTML: both contracts, readable without JavaScript.

import { type Api, operationsOf } from "./contract.ts";
import { errorsId, errorsSection } from "./errors.ts";
import { html, type Html, markdown } from "./html.ts";
import { operationSection } from "./operation.ts";
import { schemasSection } from "./schema.ts";
import { startSection } from "./start.ts";
import { versionsSection } from "./versions.ts";

export interface Surroundings {
  /** Where the service hands out the Python client. */
  readonly wheelPath: string;
  /** The text of docs/versions.md. */
  readonly policy: string;
}

export function renderReference(apis: readonly Api[], { wheelPath, policy }: Surroundings): string {
  return html`<header class="top">
      <h1>API reference</h1>
      <p>A stock count for each pet, over HTTP. Two contracts, one service.</p>
      <p class="links">
        <a class="try" href="/docs/try">Try it</a>
        <a href="/">Dashboard</a>
        ${apis.map(({ title, document }) => html`<a href="${document}.yaml">OpenAPI: ${title}</a> `)}
      </p>
    </header>
    <div class="columns">
      <details class="contents">
        <summary>Contents</summary>
        <nav aria-label="Contents">${contentsOf(apis)}</nav>
      </details>
      <main>${startSection(apis, wheelPath)} ${apis.map(apiSection)} ${versionsSection(policy)}</main>
    </div>`.text;
}

function contentsOf(apis: readonly Api[]): Html {
  const lists = apis.map(({ slug, title, contract }) => {
    const links = operationsOf(contract).map(
      ({ operation: { operationId, summary } }) => html`<li><a href="#${operationId}">${summary}</a></li>`,
    );
    return html`<li>
      <a href="#${slug}">${title}</a>
      <ul>
        ${links}
        <li><a href="#${errorsId({ slug })}">Errors</a></li>
        <li><a href="#${slug}-schemas">Schemas</a></li>
      </ul>
    </li>`;
  });
  return html`<ul>
    <li><a href="#start">Start</a></li>
    ${lists}
    <li><a href="#versions">Versions and deprecation</a></li>
  </ul>`;
}

function apiSection(api: Api): Html {
  const { slug, title, contract, olderDocument } = api;
  const { info, tags, components } = contract;
  const groups = tags.map(({ name, description }) => {
    const operations = operationsOf(contract).filter(({ operation }) => operation.tags[0] === name);
    return html`<section id="${slug}-${name}">
      <h3>${description}</h3>
      ${operations.map((placed) => operationSection(api, placed))}
    </section>`;
  });
  const keys = Object.values(components.securitySchemes).map(({ description }) => markdown(description));
  return html`<section id="${slug}">
    <h2>${title}</h2>
    <p class="quiet">
      ${info.title}, version ${info.version}. <a href="${api.document}.yaml">openapi.yaml</a>,
      <a href="${api.document}.json">openapi.json</a>${
        olderDocument !== undefined &&
        html`; for generators without OpenAPI 3.1 <a href="${olderDocument}">${olderDocument.slice(1)}</a>`
      }
    </p>
    ${markdown(info.description)} ${keys} ${groups} ${errorsSection(api)} ${schemasSection(api)}
  </section>`;
}
