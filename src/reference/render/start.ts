// The start of the reference: from a key to the first requests.

import { samplesOf } from "../samples.ts";
import { SAMPLE_SERVER } from "../sample-server.ts";
import { type Api, operationsOf } from "./contract.ts";
import { html, type Html, joined } from "./html.ts";
import { figure } from "./operation.ts";

const CREATE_KEY = "petstock keys create --name till-3 --role clerk";

const ADD_ASSISTANT = `claude mcp add --transport http petstock ${SAMPLE_SERVER}/mcp \\
  --header "Authorization: Bearer $PETSTOCK_KEY"`;

const ERROR = `{
  "code": "invalid_quantity",
  "message": "\\"quantity\\" must be an integer from 0 to 2147483647; got -1.",
  "status": 400
}`;

export function startSection(apis: readonly Api[], wheelPath: string): Html {
  return html`<section id="start">
    <h2>Start</h2>
    <ol class="steps">
      <li>
        <h3>Get a key</h3>
        <p>
          Each request needs an API key. The first start of a new service creates one with all rights. For
          more, open
          <a href="/keys">Keys</a> in the dashboard, or type on the service’s machine:
        </p>
        ${figure("Command line", CREATE_KEY)}
      </li>
      <li>
        <h3>List the stock</h3>
        ${figure("curl", `export PETSTOCK_KEY=petstock_…\n\n${curlOf("listInventory")}`)}
      </li>
      <li>
        <h3>Change a quantity</h3>
        ${figure("curl", curlOf("updateInventory"))}
        <p>
          Send the tag of the entry as <code>If-Match</code>, and the update is applied only if the entry has
          not changed since. Send an <code>Idempotency-Key</code>, and a retry is applied once. See
          <a href="#updateInventory">updateInventory</a>.
        </p>
      </li>
      <li>
        <h3>Handle errors</h3>
        ${figure("Body of every error", ERROR)}
        <p>
          Switch on <code>code</code>; <code>message</code> is for people. Codes and statuses:
          ${joined(
            apis.map(({ slug, title }) => html`<a href="#${slug}-errors">${title}</a>`),
            ", ",
          )}.
        </p>
      </li>
      <li>
        <h3>Use the client</h3>
        <p>
          With exact ids, typed errors and safe retries. The service hands out those of its own version, for
          <a href="/client.tgz">TypeScript and JavaScript</a> and for <a href="${wheelPath}">Python</a>:
        </p>
        ${figure("Command line", `npm i ${SAMPLE_SERVER}/client.tgz`)}
        ${figure("Command line", `pip install ${SAMPLE_SERVER}${wheelPath}`)}
      </li>
      <li>
        <h3>Give an assistant a key</h3>
        <p>
          The service is a server of the Model Context Protocol at <code>/mcp</code>. An assistant can do what
          the role of its key allows, and shows each change before it makes it. In Claude Code, for example:
        </p>
        ${figure("Command line", ADD_ASSISTANT)}
      </li>
    </ol>
    ${rolesOf(apis)}
  </section>`;
}

function curlOf(operationId: string): string {
  return samplesOf(operationId, SAMPLE_SERVER).find(({ label }) => label === "curl")?.source ?? "";
}

/** Which operations a role adds to those of the roles before it. */
function rolesOf(apis: readonly Api[]): Html {
  const operations = apis.flatMap(({ contract }) => operationsOf(contract)).map(({ operation }) => operation);
  const roles = apis.flatMap(
    ({ contract }) => contract.components.schemas["Role"]?.["x-extensible-enum"] ?? [],
  );
  return html`<h3>Roles</h3>
    <p>A key has one role, which includes the roles above it. <code>none</code> needs no key.</p>
    <dl>
      ${["none", ...roles].map((role) => {
        const added = operations.filter(
          (each) => (each["x-role"] ?? roleOfInventory(each.operationId)) === role,
        );
        const links = added.map(({ operationId, summary }) => html`<a href="#${operationId}">${summary}</a>`);
        return html`<div>
          <dt><code>${role}</code></dt>
          <dd>${joined(links, " · ")}</dd>
        </div>`;
      })}
    </dl>`;
}

/** The first contract is older than roles. */
function roleOfInventory(operationId: string): string {
  return operationId === "updateInventory" ? "clerk" : "reader";
}
