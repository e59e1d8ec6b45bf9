// The page at /docs, in the browser: Scalar's reference with the contract as this service has it. Asks nobody but this
// service for anything.

import scalar from "../../vendor/scalar/standalone.js" with { type: "file" };
import { keepDigits } from "./keep-digits.ts";
import { type ShownDocument, shownDocument } from "./shown-document.ts";

/** What the vendored file leaves in the window. */
declare const Scalar: { createApiReference(selector: string, configuration: object): unknown };
declare const location: { readonly origin: string };

const response = await fetch("/openapi.json");
if (!response.ok) throw new Error(`/openapi.json was answered ${response.status}`);
const contract = (await response.json()) as ShownDocument;
// A part of it would try whether the policy of this page lets it make code of text. It does not, and need not be asked.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });
// Its styles and everything else lie in this one file.
await import(scalar);
keepDigits(JSON);
Scalar.createApiReference("#reference", {
  content: shownDocument(contract, location.origin),
  // None of what would speak to Scalar's servers.
  withDefaultFonts: false,
  telemetry: false,
  agent: { disabled: true },
  mcp: { disabled: true },
  showDeveloperTools: "never",
  hideClientButton: true,
  // The document as it is shown has this server and samples in it; the contract itself has a link.
  documentDownloadType: "none",
  showOperationId: true,
  hiddenClients: true,
  defaultOpenAllTags: true,
});
