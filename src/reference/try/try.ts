// The page at /docs/try: Scalar's API reference for this service's OpenAPI documents. Sends requests to this service only.

import scalar from "../../../vendor/scalar/standalone.js" with { type: "file" };
import { makeParseExact } from "./exact-json.ts";
import { type ShownDocument, shownDocument } from "./shown-document.ts";

/** Defined by the vendored script. */
declare const Scalar: { createApiReference(selector: string, configuration: object): unknown };
declare const location: { readonly origin: string };
declare const document: { readonly body: Part };
declare const MutationObserver: new (changed: () => void) => {
  observe(part: Part, options: { readonly childList: true; readonly subtree: true }): void;
};

interface Part {
  setAttribute(name: string, value: string): void;
  querySelectorAll(selector: string): Iterable<Part>;
}

/** The first one is shown first. */
const CONTRACTS = [
  { title: "Inventory", slug: "inventory", prefix: "/v1", path: "/openapi" },
  { title: "Admin API", slug: "admin", prefix: "/admin/v1", path: "/admin/openapi" },
] as const;
const COPY_BUTTONS = ".scalar-code-copy:not([aria-label])";
const EXAMPLES = "code.custom-scroll:not([tabindex])";

const sources = await Promise.all(
  CONTRACTS.map(async ({ title, slug, prefix, path }) => {
    const response = await fetch(`${path}.json`);
    if (!response.ok) throw new Error(`${path}.json was answered ${response.status}`);
    const contract = (await response.json()) as ShownDocument;
    return { title, slug, content: shownDocument(contract, { origin: location.origin, prefix, path }) };
  }),
);
// Otherwise zod, a part of Scalar, tries `new Function`, which violates the content security policy.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });
// One file contains all of Scalar, with its styles.
await import(scalar);
makeParseExact(JSON);
Scalar.createApiReference("#reference", {
  sources,
  // Switches off everything that sends requests to Scalar's servers.
  withDefaultFonts: false,
  telemetry: false,
  agent: { disabled: true },
  mcp: { disabled: true },
  showDeveloperTools: "never",
  hideClientButton: true,
  // The shown document contains additions; the original is linked instead.
  documentDownloadType: "none",
  showOperationId: true,
  hiddenClients: true,
  defaultOpenAllTags: true,
});
nameButtons(document.body);

/** Names buttons that show only an icon, and makes long examples reachable by keyboard. Scalar draws parts as they come into view. */
function nameButtons(page: Part): void {
  const name = (): void => {
    for (const button of page.querySelectorAll(COPY_BUTTONS)) button.setAttribute("aria-label", "Copy");
    for (const example of page.querySelectorAll(EXAMPLES)) example.setAttribute("tabindex", "0");
  };
  new MutationObserver(name).observe(page, { childList: true, subtree: true });
  name();
}
