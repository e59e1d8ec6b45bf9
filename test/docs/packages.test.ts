// The manifests of the packages, and that what their READMEs link to is inside them.

import { describe, expect, test } from "bun:test";
import { posix } from "node:path";
import manifest from "../../package.json" with { type: "json" };
import client from "../../packages/client/package.json" with { type: "json" };
import { linkViolations } from "../architecture/document-rules.ts";
import { fileOf, read } from "./document.ts";

/** npm packs these whatever `files` says. */
const ALWAYS = ["package.json", "README.md", "LICENSE"];
const PACKAGES = [
  { folder: ".", manifest },
  { folder: "packages/client", manifest: client },
];

test("the packages have the same version, licence and repository", async () => {
  expect(client.version).toBe(manifest.version);
  expect(await read("packages/python/src/petstock/_version.py")).toContain(`"${manifest.version}"`);
  expect(await read("packages/python/LICENSE")).toBe(await read("LICENSE"));
  expect(client.license).toBe(manifest.license);
  expect(client.repository).toEqual({ ...manifest.repository, directory: "packages/client" });
});

test("the READMEs inside the clients name no address but the sample service and the documents of others", async () => {
  for (const folder of ["packages/client", "packages/python"]) {
    const text = await read(posix.join(folder, "README.md"));
    expect([folder, /\.example\b|npx petstock|(?:npm i|pip install) petstock/.exec(text)]).toEqual([
      folder,
      null,
    ]);
  }
});

test("the client has no dependencies", () => {
  expect(Object.keys(client).filter((name) => /dependencies/i.test(name))).toEqual([]);
});

describe.each(PACKAGES)("the package in $folder", ({ folder, manifest: { files, ...facts } }) => {
  const isPacked = (path: string) =>
    [...ALWAYS, ...files].some((name) => path === name || path.startsWith(`${name}/`));

  test("can be published, and says which Node.js it needs", () => {
    expect(facts).not.toHaveProperty("private");
    expect(facts.publishConfig).toEqual({ access: "public", provenance: true });
    expect(facts.engines.node).toMatch(/^>=\d+/);
  });

  test("contains all that its README links to, and its licence", async () => {
    const text = await read(posix.join(folder, "README.md"));
    expect(linkViolations([{ path: "README.md", text }], isPacked)).toEqual([]);
    expect(await read(posix.join(folder, "LICENSE"))).toBe(await read("LICENSE"));
    for (const name of files.filter((each) => !/dist/.test(each))) {
      expect(await fileOf(posix.join(folder, name)).stat()).toBeDefined();
    }
  });
});
