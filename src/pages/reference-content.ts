// The content of the page at /docs, made of both contracts and the policy of their versions.

import policy from "../../docs/versions.md" with { type: "text" };
import { adminApiDocument, openApiDocument } from "../contract/document.ts";
import type { Contract } from "../reference/render/contract.ts";
import { renderReference } from "../reference/render/page.ts";
import { wheelPath } from "./client-package.ts";

export function referenceContent(version: string): string {
  const apis = [
    {
      slug: "inventory",
      title: "Inventory API",
      prefix: "/v1",
      document: "/openapi",
      olderDocument: "/openapi-3.0.json",
      contract: openApiDocument as unknown as Contract,
    },
    {
      slug: "admin",
      title: "Admin API",
      prefix: "/admin/v1",
      document: "/admin/openapi",
      olderDocument: "/admin/openapi-3.0.json",
      contract: adminApiDocument() as unknown as Contract,
    },
  ];
  return renderReference(apis, { wheelPath: wheelPath(version), policy });
}
