// Streams of a database whose inventory moves away: they end, instead of following a copy that changes no more.

import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { EngineDatabase, ENGINES } from "../cli/engine-database.ts";
import { EventStream } from "../support/event-stream.ts";
import { TemporaryFolder } from "../support/temporary-folder.ts";

setDefaultTimeout(60_000);

describe.each(ENGINES)("%s:", (engine) => {
  test("streams of an inventory that has moved end with gone, and further ones are refused; lists are still read", async () => {
    using folder = new TemporaryFolder();
    await using database = await EngineDatabase.of(engine, "1,5,available");
    await using service = await database.serve();
    const key = await database.makeKey("--role", "clerk");
    await using stream = await EventStream.open(service.url, key);
    expect((await service.update(key, 1, 6)).status).toBe(200);
    await stream.shows(1, 6);

    await database.runOrThrow(["move", "--from", database.url, "--to", `sqlite:${folder.file("moved.db")}`]);
    await stream.ended();
    expect(stream.state).toBe("complete");
    expect(stream.events.at(-1)).toMatchObject({ event: "gone", id: undefined });

    const again = await EventStream.tryOpen(service.url, key);
    expect(again.response.status).toBe(503);
    const moved = { code: "unavailable", message: expect.stringContaining("moved to another database") };
    expect(JSON.parse(await again.ended())).toMatchObject(moved);
    const list = await service.list(key);
    const since = encodeURIComponent(list.headers.get("etag")!);
    const polled = await service.ask("GET", `/admin/v1/changes?since=${since}`, { key });
    expect(polled.status).toBe(503);
    expect(JSON.parse(polled.text)).toMatchObject(moved);
    expect(list.text).toBe('[{"petId":1,"quantity":6,"status":"available"}]');
  });
});
