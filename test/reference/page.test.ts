// The text of the page at /docs, as a client without JavaScript reads it: all of both contracts.

import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { wheelPath } from "../../src/pages/client-package.ts";
import { adminApiDocument, openApiDocument } from "../../src/contract/document.ts";
import {
  type Contract,
  examplesOf,
  isError,
  operationsOf,
  resolved,
  type Response,
} from "../../src/reference/render/contract.ts";
import { read } from "../docs/document.ts";
import { TestService } from "../support/service.ts";
import { shared } from "../support/shared.ts";

setDefaultTimeout(60_000);

const CONTRACTS = [
  { slug: "inventory", prefix: "/v1", contract: openApiDocument as unknown as Contract },
  { slug: "admin", prefix: "/admin/v1", contract: adminApiDocument() as unknown as Contract },
];

interface Page {
  readonly html: string;
  /** The text of each element with an id, with one space between words. */
  readonly textOf: ReadonlyMap<string, string>;
  readonly links: readonly string[];
}

const service = shared(await TestService.start());
const page = await readPage(`${service.url}/docs`);

async function readPage(address: string): Promise<Page> {
  const html = await (await fetch(address)).text();
  const texts = new Map<string, string>();
  const open: string[] = [];
  const links: string[] = [];
  const rewriter = new HTMLRewriter()
    .on("[id]", {
      element(element) {
        const id = element.getAttribute("id")!;
        if (texts.has(id)) throw new Error(`two elements have the id ${id}`);
        texts.set(id, "");
        open.push(id);
        element.onEndTag(() => void open.pop());
      },
    })
    .on("a[href]", { element: (element) => void links.push(element.getAttribute("href")!) })
    .onDocument({
      text({ text }) {
        for (const id of open) texts.set(id, texts.get(id)! + text);
      },
    });
  await rewriter.transform(new Response(html)).text();
  const textOf = new Map([...texts].map(([id, text]) => [id, plain(unescaped(text))]));
  return { html, textOf, links };
}

function unescaped(text: string): string {
  const characters: Record<string, string> = {
    lt: "<",
    gt: ">",
    quot: '"',
    amp: "&",
    "#x27": "'",
    "#39": "'",
  };
  return text.replace(/&(lt|gt|quot|amp|#x27|#39);/g, (_, name: string) => characters[name]!);
}

/** Without the marks of CommonMark, with one space between words. */
function plain(text: string): string {
  return text
    .replace(/\[([^\]]+)\]\([^)]+\)/g, "$1")
    .replace(/[`*]/g, "")
    .replace(/\s+/g, " ")
    .trim();
}

const sectionOf = (id: string): string => page.textOf.get(id) ?? `no element has the id ${id}`;

/** Each of them is in the section, without marks. */
function expectTexts(id: string, texts: readonly string[]): void {
  const section = sectionOf(id);
  expect({ id, missing: texts.filter((text) => !section.includes(plain(text))) }).toEqual({
    id,
    missing: [],
  });
}

describe.each(CONTRACTS)("of the contract $slug the page contains", ({ slug, prefix, contract }) => {
  const { parameters, responses } = contract.components;
  const operations = operationsOf(contract);

  test("the description, and the form of keys", () => {
    const key = Object.values(contract.components.securitySchemes)[0]!.description;
    expectTexts(slug, [contract.info.title, contract.info.version, contract.info.description, key]);
  });

  test("each operation with its address, description and role", () => {
    const all = Object.values(contract.paths).flatMap((methods) => Object.values(methods));
    expect(operations).toHaveLength(all.length);
    for (const { path, method, operation } of operations) {
      const { operationId, summary, description, "x-role": role } = operation;
      const address = `${method.toUpperCase()} ${prefix}${path}`;
      expectTexts(operationId, [
        summary,
        address,
        description,
        ...(role === undefined ? [] : [`role: ${role}`]),
      ]);
    }
  });

  test("each parameter, request body and example", () => {
    for (const { operation } of operations) {
      const { operationId, requestBody } = operation;
      const texts = operation.parameters
        .map((each) => resolved(parameters, each))
        .flatMap(({ name, in: place, description, example }) => [
          `${name} in ${place}`,
          description,
          ...(example === undefined ? [] : [String(example)]),
        ]);
      const { description = "", content = {} } = requestBody ?? {};
      expectTexts(operationId, [...texts, description, ...contentTexts(contract, content)]);
    }
  });

  test("each response, with headers and examples; those of many operations in the list of errors", () => {
    for (const { operation } of operations) {
      for (const [status, each] of Object.entries(operation.responses)) {
        const response: Response = resolved(responses, each);
        const isShared = "$ref" in each && isError(status);
        const headers = isError(status) ? [] : Object.keys(response.headers ?? {});
        const shown = status === "default" ? "others" : status;
        expectTexts(
          operation.operationId,
          isShared ? [shown] : [shown, ...contentTexts(contract, response.content ?? {}), ...headers],
        );
        const place = isError(status) ? `${slug}-errors` : operation.operationId;
        expectTexts(place, [shown, response.description]);
      }
    }
  });

  test("each error code, with its status", () => {
    const codes = contract.components.schemas["ErrorCode"]!["x-extensible-enum"]!;
    expect(codes.length).toBeGreaterThan(20);
    expectTexts(`${slug}-errors`, codes);
  });

  test("each schema with its members, their descriptions and values", () => {
    for (const [name, schema] of Object.entries(contract.components.schemas)) {
      const members = Object.entries(schema.properties ?? {});
      expectTexts(`${slug}-schema-${name}`, [
        name,
        schema.description ?? "",
        ...(schema.enum ?? []),
        ...(schema["x-extensible-enum"] ?? []),
        ...members.flatMap(([member, { description = "" }]) => [member, description]),
        ...members.flatMap(([, { enum: values = [] }]) => values),
      ]);
    }
  });
});

function contentTexts(contract: Contract, content: NonNullable<Response["content"]>): readonly string[] {
  return Object.entries(content).flatMap(([type, media]) => [
    ...examplesOf(contract, media).flatMap(([name, example]) => [
      name,
      typeof example === "string" ? example : JSON.stringify(example, null, 2),
    ]),
    ...(type === "application/json" ? [] : [type]),
  ]);
}

test("the start leads from a key to requests, errors, and the operations of each role", async () => {
  expectTexts("start", [
    "petstock keys create",
    "/v1/inventory",
    "Authorization: Bearer $PETSTOCK_KEY",
    '"code":',
    "npm i http://127.0.0.1:8080/client.tgz",
    `pip install http://127.0.0.1:8080${wheelPath(await service.version())}`,
  ]);
  for (const { contract } of CONTRACTS)
    expectTexts(
      "start",
      operationsOf(contract).map(({ operation }) => operation.summary),
    );
});

test("both contracts link to the policy of their versions, which the page contains", async () => {
  const policy = await read("docs/versions.md");
  // Without lists and the table, whose marks the page does not have.
  const lines = policy.split("\n").filter((line) => /^[\w`]/.test(line));
  expect(lines.length).toBeGreaterThan(6);
  expectTexts("versions", [...lines, "Additions", "Deprecation", "its version"]);
  for (const { contract } of CONTRACTS) expect(contract.info.description).toContain("(/docs#versions)");
});

test("each link within the page leads to a part of it, and each other link to an address of this service or a standard", async () => {
  const targets = page.links.filter((link) => link.startsWith("#"));
  expect(targets.length).toBeGreaterThan(100);
  expect(targets.filter((link) => !page.textOf.has(link.slice(1)))).toEqual([]);
  const isStandard = (link: string): boolean => /^https:\/\/www\.rfc-editor\.org\/rfc\/rfc\d+$/.test(link);
  for (const address of new Set(page.links.filter((link) => !link.startsWith("#") && !isStandard(link)))) {
    expect(address).toStartWith("/");
    expect({ address, status: (await fetch(service.url + address)).status }).toEqual({
      address,
      status: 200,
    });
  }
});

test("each parameter, header and member has a type", () => {
  const types = [...page.html.matchAll(/<span class="type">(.*?)<\/span>/gs)].map(([, type]) => type!.trim());
  expect(types.length).toBeGreaterThan(100);
  expect(types.filter((type) => !/^\w|^<a/.test(type))).toEqual([]);
});

test("the page has no inline styles and scripts, and loads less than 40 KB, gzipped", async () => {
  expect(page.html).not.toMatch(/\sstyle=|<style|<script(?![^>]*\ssrc=)|\son\w+=/);
  const named = [...page.html.matchAll(/="(\/assets\/[^"]+)"/g)].map(([, path]) => path!);
  const sizes = await Promise.all(
    ["/docs", ...named].map(async (path) => {
      const response = await fetch(service.url + path, {
        headers: { "Accept-Encoding": "gzip" },
        decompress: false,
      });
      return (await response.bytes()).length;
    }),
  );
  const total = sizes.reduce((sum, bytes) => sum + bytes, 0);
  console.log(`reference, gzipped: ${total} bytes`);
  expect(named.length).toBeGreaterThan(2);
  expect(total).toBeLessThan(40_000);
});
