// The page at /docs: Scalar's API reference for this service's OpenAPI document. Sends requests to this service only.

import scalar from "../../vendor/scalar/standalone.js" with { type: "file" };
import { makeParseExact } from "./exact-json.ts";
import { type ShownDocument, shownDocument } from "./shown-document.ts";

/** Defined by the vendored script. */
declare const Scalar: { createApiReference(selector: string, configuration: object): unknown };
declare const location: { readonly origin: string };

const response = await fetch("/openapi.json");
if (!response.ok) throw new Error(`/openapi.json was answered ${response.status}`);
const contract = (await response.json()) as ShownDocument;
// Otherwise zod, a part of Scalar, tries `new Function`, which violates the content security policy.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });
// One file contains all of Scalar, with its styles.
await import(scalar);
makeParseExact(JSON);
Scalar.createApiReference("#reference", {
  content: shownDocument(contract, location.origin),
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
