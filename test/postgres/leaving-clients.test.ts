// Clients that leave in the middle of an upload, while their rows are staged: that ends their own session alone.

import { expect, setDefaultTimeout, test } from "bun:test";
import { ENGINES } from "../faults/engines.ts";
import { RawConnection } from "../support/raw-http.ts";
import { sized } from "../support/sizes.ts";

setDefaultTimeout(60_000);

const CLIENTS = sized({ quick: 40, hours: 5_000 });
/** A batch is staged while the next one is read. In no order of their ids, which takes several statements. */
const ROWS = Array.from({ length: 3_000 }, (_, at) =>
  JSON.stringify({ petId: 1_000 + ((at * 7_919) % 50_000), quantity: 1, status: "sold" }),
).join("\n");

test("a client that leaves in the middle of an upload harms no other", async () => {
  await using database = await ENGINES.find(({ name }) => name === "PostgreSQL")!.makeDatabase();
  await using service = await database.start({ rows: ["1,1,available"] });
  const [leaving, staying] = [await service.makeKey("--role", "manager"), await service.makeKey()];
  const chunk = `${(ROWS.length + 1).toString(16)}\r\n${ROWS}\n\r\n`;
  const head = [
    "POST /admin/v1/revisions HTTP/1.1",
    "Host: petstock.example",
    `Authorization: Bearer ${leaving}`,
    "Content-Type: application/x-ndjson",
    "Transfer-Encoding: chunked",
  ].join("\r\n");
  for (let client = 1; client <= CLIENTS; client++) {
    {
      using connection = await RawConnection.open(service.url);
      connection.send(`${head}\r\n\r\n${chunk}${chunk}`);
      // Read, and being staged, in most of the rounds.
      for (let each = 0; each < client % 8; each++)
        expect((await service.update(staying, 1n, each)).status).toBe(200);
    }
    expect((await service.update(staying, 1n, client)).status).toBe(200);
  }
  expect(service.log.filter(({ level }) => level !== "info")).toEqual([]);
});
