// The examples of docs/client.md run, each beside a new `npm start`.

import { expect, setDefaultTimeout, test } from "bun:test";
import { join } from "node:path";
import { blocksOf } from "../docs/blocks.ts";
import { Newcomer } from "../docs/newcomer.ts";

setDefaultTimeout(60_000);

const ROOT = join(import.meta.dir, "../..");
const CLIENT = join(ROOT, "src/client/client.ts");
const ROWS = "petId,quantity,status\n734980,20,available\n305145,3,sold\n";

test("each example of the guide runs, and those that watch see a later change", async () => {
  await using newcomer = await Newcomer.start();
  using files = Bun.serve({ hostname: "127.0.0.1", port: 0, fetch: () => new Response(ROWS) });
  const shown = (await blocksOf("docs/client.md")).filter(({ language }) => language === "ts");
  expect(shown.length).toBeGreaterThan(10);
  const paths = shown.map((_, index) => newcomer.folder.file(`example-${index}.ts`));
  for (const [index, path] of paths.entries()) {
    const code = newcomer
      .here(shown[index]!.text)
      .replaceAll('"petstock-client"', JSON.stringify(CLIENT))
      .replaceAll("https://inventory.example", newcomer.url)
      .replaceAll("https://example.org", files.url.origin)
      .replaceAll("petstock_…", newcomer.key);
    await Bun.write(path, `${code}\nexport {};`);
  }
  const command = [
    process.execPath,
    join(import.meta.dir, "run-examples.ts"),
    newcomer.url,
    newcomer.key,
    ...paths,
  ];
  const child = Bun.spawn(command, { stdout: "pipe", stderr: "pipe" });
  const [stdout, stderr] = await Promise.all([child.stdout.text(), child.stderr.text()]);
  expect(await child.exited, `${stdout}\n${stderr}`).toBe(0);
  // The conflicts that the guide provokes.
  expect(stdout).toContain("is now");
  await newcomer.run(["petstock verify"]);
});
