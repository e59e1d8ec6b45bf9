// The examples of docs/client.md run, each against a real service.

import { expect, setDefaultTimeout, test } from "bun:test";
import { join } from "node:path";
import { petstockOrThrow } from "../support/petstock.ts";
import { TestService } from "../support/service.ts";

setDefaultTimeout(60_000);

const ROOT = join(import.meta.dir, "../..");
const CLIENT = join(ROOT, "src/client/client.ts");
const ROWS = "petId,quantity,status\n734980,20,available\n305145,3,sold\n";

async function examples(): Promise<string[]> {
  const document = await Bun.file(join(ROOT, "docs/client.md")).text();
  return [...document.matchAll(/^```ts\n([\s\S]*?)^```/gm)].map(([, code]) => code!);
}

test("each example of the guide runs, and those that watch see a later change", async () => {
  await using service = await TestService.start({ rows: ROWS.trim().split("\n").slice(1) });
  const key = await service.makeKey("--role", "admin");
  using files = Bun.serve({ hostname: "127.0.0.1", port: 0, fetch: () => new Response(ROWS) });
  const shown = await examples();
  expect(shown.length).toBeGreaterThan(10);
  const paths = shown.map((_, index) => service.folder.file(`example-${index}.ts`));
  for (const [index, path] of paths.entries()) {
    const code = shown[index]!.replaceAll('"petstock-client"', JSON.stringify(CLIENT))
      .replaceAll("http://127.0.0.1:8080", service.url)
      .replaceAll("https://inventory.example", service.url)
      .replaceAll("https://example.org", files.url.origin)
      .replaceAll("petstock_…", key);
    await Bun.write(path, `${code}\nexport {};`);
  }
  const command = [process.execPath, join(import.meta.dir, "run-examples.ts"), service.url, key, ...paths];
  const child = Bun.spawn(command, { stdout: "pipe", stderr: "pipe" });
  const [stdout, stderr] = await Promise.all([child.stdout.text(), child.stderr.text()]);
  expect(await child.exited, `${stdout}\n${stderr}`).toBe(0);
  // The conflicts that the guide provokes.
  expect(stdout).toContain("is now");
  await petstockOrThrow(["verify", "--database", service.databaseUrl]);
});
