// Promise 5 with raw bytes: no input causes a 500 or a hang, and the service continues. Exception: requests that the runtime's
// parser refuses have no Error body.

import { afterEach, describe, expect, setDefaultTimeout, test } from "bun:test";
import { chunked, RawConnection, requestOf } from "../support/raw-http.ts";
import { processorMsOf } from "../support/process-figures.ts";
import { TestService } from "../support/service.ts";
import { until } from "../support/until.ts";
import { shared } from "../support/shared.ts";

setDefaultTimeout(60_000);

const LIVEZ = { method: "GET", path: "/livez" } as const;
const LIST = { method: "GET", path: "/v1/inventory" } as const;
const ITEM = { method: "PATCH", path: "/v1/inventory/1" } as const;

const service = shared(await TestService.start({ rows: ["1,5,available", "2,0,sold"] }));
const authorization: [string, string] = ["Authorization", `Bearer ${await service.makeKey()}`];

afterEach(async () => {
  expect((await service.ask("GET", "/readyz")).status).toBe(200);
  expect(service.log.filter(({ level }) => level === "error")).toEqual([]);
});

async function listed(): Promise<string> {
  using connection = await RawConnection.open(service.url);
  connection.send(requestOf(LIST, [authorization]));
  return (await connection.answer(LIST)).text;
}

/** The head of an update; its body follows later. */
function updateHead(...headers: [string, string][]): Buffer {
  return requestOf(ITEM, [authorization, ...headers]);
}

describe("the runtime refuses with an empty response, and closes the connection:", () => {
  const host = "Host: petstock.example\r\n";
  const update = `PATCH /v1/inventory/1 HTTP/1.1\r\n${host}`;
  test.each([
    [400, "no HTTP", "hello\r\n\r\n"],
    [400, "binary", "\x00\x01\x02\x03\r\n\r\n"],
    [400, "TLS", "\x16\x03\x01\x00\x05hello"],
    [400, "HTTP/2", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"],
    [505, "HTTP/0.9", "GET /livez\r\n\r\n"],
    [505, "another version", `GET /livez HTTP/3.0\r\n${host}\r\n`],
    [505, "bare line feeds", "GET /livez HTTP/1.1\nHost: x\n\n"],
    [400, "no Host", "GET /livez HTTP/1.1\r\n\r\n"],
    [400, "an address without its slash", `GET livez HTTP/1.1\r\n${host}\r\n`],
    [400, "OPTIONS *", `OPTIONS * HTTP/1.1\r\n${host}\r\n`],
    [400, "an empty line before the request", `\r\nGET /livez HTTP/1.1\r\n${host}\r\n`],
    [400, "a folded header", `GET /livez HTTP/1.1\r\n${host}X-A: b\r\n c\r\n\r\n`],
    [400, "a space in a header's name", `GET /livez HTTP/1.1\r\n${host}X A: b\r\n\r\n`],
    [400, "a space before the colon", `GET /livez HTTP/1.1\r\n${host}X-A : b\r\n\r\n`],
    [400, "a NUL in a header", `GET /livez HTTP/1.1\r\n${host}X-A: a\x00b\r\n\r\n`],
    [400, "a length and chunks", `${update}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`],
    [400, "two lengths", `${update}Content-Length: 14\r\nContent-Length: 15\r\n\r\n{"quantity":6}`],
    [400, "a negative length", `${update}Content-Length: -1\r\n\r\n`],
    [400, "a length that is no number", `${update}Content-Length: 0xe\r\n\r\n{"quantity":6}`],
    [400, "another transfer coding", `${update}Transfer-Encoding: gzip\r\n\r\n`],
    [431, "201 headers", `GET /livez HTTP/1.1\r\n${host}${"X: a\r\n".repeat(201)}\r\n`],
    [431, "300 KB of headers", `GET /livez HTTP/1.1\r\n${host}X: ${"a".repeat(300_000)}\r\n\r\n`],
  ])("%d for %s", async (status, _, bytes) => {
    using connection = await RawConnection.open(service.url);
    connection.send(Buffer.from(bytes, "latin1"));
    const answer = await connection.closed();
    expect(answer).toStartWith(`HTTP/1.1 ${status} `);
    expect(answer).toEndWith("\r\n\r\n");
  });

  test.each(["BREW", "get", "Patch", "G"])("no response for the method %s", async (method) => {
    using connection = await RawConnection.open(service.url);
    connection.send(requestOf({ ...LIST, method }, [authorization]));
    expect(await connection.closed()).toBe("");
  });
});

describe("is answered normally:", () => {
  test.each([
    ["an address with scheme and host", requestOf({ ...LIVEZ, path: "HTTP://petstock.example/livez" })],
    ["HTTP/1.0", Buffer.from("GET /livez HTTP/1.0\r\n\r\n")],
    ["a Host that is none", Buffer.from("GET /livez HTTP/1.1\r\nHost: [%:99999999999\r\n\r\n")],
    ["an empty Host", Buffer.from("GET /livez HTTP/1.1\r\nHost: \r\n\r\n")],
    [
      "headers that are no UTF-8",
      Buffer.from("GET /livez HTTP/1.1\r\nHost: x\r\nX-Request-Id: \xe9\r\n\r\n", "latin1"),
    ],
    [
      "an offer to upgrade",
      requestOf(LIVEZ, [
        ["Connection", "Upgrade"],
        ["Upgrade", "websocket"],
      ]),
    ],
    ["a body where none is looked at", requestOf(LIVEZ, [], "hello")],
    ["a wish to close afterwards", requestOf(LIVEZ, [["Connection", "close"]])],
  ])("%s", async (_, bytes) => {
    using connection = await RawConnection.open(service.url);
    connection.send(bytes);
    expect((await connection.answer(LIVEZ)).status).toBe(200);
  });

  test("a request sent byte by byte", async () => {
    using connection = await RawConnection.open(service.url);
    for (const byte of requestOf(ITEM, [authorization], '{"quantity":5}')) {
      connection.send(Uint8Array.of(byte));
      // Its own packet.
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect((await connection.answer(ITEM)).status).toBe(200);
  });

  test("a client that waits for 100 Continue", async () => {
    using connection = await RawConnection.open(service.url);
    connection.send(updateHead(["Expect", "100-continue"], ["Content-Length", "14"]));
    await until("100 Continue", () => connection.bytesReceived > 0);
    connection.send('{"quantity":5}');
    expect((await connection.answer(ITEM)).status).toBe(200);
  });

  test("100 Continue comes even where the head is reason to refuse", async () => {
    using connection = await RawConnection.open(service.url);
    connection.send(
      requestOf(ITEM, [
        ["Expect", "100-continue"],
        ["Connection", "close"],
        ["Content-Length", "14"],
      ]),
    );
    connection.send('{"quantity":5}');
    expect(await connection.closed()).toMatch(/^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 401 /);
  });

  test("another expectation, as if it was not there", async () => {
    using connection = await RawConnection.open(service.url);
    connection.send(requestOf(ITEM, [authorization, ["Expect", "tea"]], '{"quantity":5}'));
    expect((await connection.answer(ITEM)).status).toBe(200);
  });
});

describe("an address with percent-encoded letters, digits or -._~", () => {
  test.each([
    [{ ...LIST, path: "/v1/inv%65ntory" }, 200],
    [{ ...LIST, method: "HEAD", path: "/%761/inventor%79?a=%2e" }, 200],
    [{ ...ITEM, path: "/v1/inv%65ntory/%31" }, 200],
    [{ ...ITEM, path: "/v1/inv%65ntory/3%37" }, 404],
    [{ ...ITEM, method: "OPTIONS", path: "/v1/inv%65ntory/1" }, 204],
    [{ ...ITEM, method: "DELETE", path: "/v1/inv%65ntory/1" }, 405],
    [{ ...LIVEZ, path: "/live%7A" }, 200],
  ])("is the same address: %p", async (question, status) => {
    using connection = await RawConnection.open(service.url);
    const body = question.method === "PATCH" ? '{"quantity":5}' : "";
    connection.send(requestOf(question, [authorization], body));
    // The contract's addresses are not encoded.
    const plain = { ...question, path: decodeURIComponent(question.path) };
    expect((await connection.answer(plain)).status).toBe(status);
  });

  test.each([
    "/v1%2Finventory",
    "/v1/inv%2565ntory",
    "/v1/%2e/inventory",
    "/%76%31",
    "/v1/../li%76ez",
    "/v1/inv%65ntory#1",
  ])(
    "is another one where other characters are encoded, it is encoded twice, leaves /v1, or has a fragment: %s",
    async (path) => {
      using connection = await RawConnection.open(service.url);
      connection.send(requestOf({ method: "GET", path }, [authorization]));
      expect((await connection.answer({ method: "GET", path: "/nothing" })).code).toBe("route_not_found");
    },
  );

  test.each(["/%61dmin/v1/me", "/v1/%2e%2e/%61dmin/v1/me", "/v1/%2e%2e/admin/v1/%6de"])(
    "is not found in the Admin API where a proxy would not see that it is there: %s",
    async (path) => {
      using connection = await RawConnection.open(service.url);
      connection.send(requestOf({ method: "GET", path }, [authorization]));
      expect((await connection.answer({ method: "GET", path: "/nothing" })).code).toBe("route_not_found");
    },
  );

  test("is found in the Admin API", async () => {
    const path = "/admin/v1/%6de";
    using connection = await RawConnection.open(service.url);
    connection.send(requestOf({ method: "GET", path }, [authorization]));
    expect((await connection.answer({ method: "GET", path })).status).toBe(200);
  });

  test("is found whatever the form of the request", async () => {
    for (const bytes of [
      "GET /live%7A HTTP/1.0\r\n\r\n",
      "GET HTTP://petstock.example/live%7A?a HTTP/1.1\r\nHost: x\r\n\r\n",
    ]) {
      using connection = await RawConnection.open(service.url);
      connection.send(bytes);
      expect((await connection.answer(LIVEZ)).status).toBe(200);
    }
  });

  test("needs the key and a valid id, too", async () => {
    for (const [path, headers, code] of [
      ["/v1/inv%65ntory/1", [], "missing_api_key"],
      ["/v1/inv%65ntory/%ff", [authorization], "invalid_pet_id"],
      ["/v1/inv%65ntory/1%2F2", [authorization], "invalid_pet_id"],
    ] as const) {
      using connection = await RawConnection.open(service.url);
      connection.send(requestOf({ ...ITEM, path }, headers, '{"quantity":6}'));
      expect((await connection.answer(ITEM)).code).toBe(code);
    }
  });
});

test("every response to HEAD has the date", async () => {
  for (const path of ["/v1/inventory", "/livez", "/openapi.json", "/nothing"]) {
    using connection = await RawConnection.open(service.url);
    connection.send(requestOf({ method: "HEAD", path }, [authorization]));
    const { headers } = await connection.answer({ method: "HEAD", path });
    // Two would be joined.
    expect(headers.get("Date")).toMatch(/^\w{3}, \d\d \w{3} \d{4} [\d:]{8} GMT$/);
  }
});

test("an address may have 8 KiB, not counting the host", async () => {
  for (const host of ["x", "x".repeat(4_000)]) {
    for (const [length, code] of [
      [8_192, "route_not_found"],
      [8_193, "uri_too_long"],
    ] as const) {
      using connection = await RawConnection.open(service.url);
      const path = `/nothing?${"a".repeat(length - "/nothing?".length)}`;
      connection.send(`GET ${path} HTTP/1.1\r\nHost: ${host}\r\n\r\n`);
      expect((await connection.answer({ method: "GET", path: "/nothing" })).code).toBe(code);
    }
  }
});

describe("pipelined requests", () => {
  test("are answered in order, whatever their results", async () => {
    using connection = await RawConnection.open(service.url);
    const nothing = { method: "GET", path: "/nothing" };
    const questions = [
      LIVEZ,
      LIST,
      nothing,
      { ...LIST, method: "HEAD" },
      { ...ITEM, method: "PUT" },
      LIST,
      ITEM,
    ];
    const bytes = questions.map((question, at) =>
      requestOf(
        question,
        [authorization, ["X-Request-Id", `nr-${at}`]],
        question === ITEM ? '{"quantity":5}' : "",
      ),
    );
    connection.send(Buffer.concat(bytes));
    const seen: string[] = [];
    for (const question of questions) {
      const { status, headers } = await connection.answer(question);
      seen.push(`${status} ${headers.get("X-Request-Id")}`);
    }
    expect(seen.join()).toBe("200 nr-0,200 nr-1,404 nr-2,200 nr-3,405 nr-4,200 nr-5,200 nr-6");
  });

  test("after malformed ones are not processed", async () => {
    using connection = await RawConnection.open(service.url);
    connection.send(Buffer.concat([requestOf(LIVEZ), Buffer.from("hello\r\n\r\n"), requestOf(LIVEZ)]));
    expect((await connection.answer(LIVEZ)).status).toBe(200);
    expect(await connection.closed()).toStartWith("HTTP/1.1 400 ");
  });

  test.each([
    ["without a key", []],
    ["of another type", [["Content-Type", "text/plain"]]],
    ["with an encoding", [["Content-Encoding", "gzip"]]],
  ] as [string, [string, string][]][])(
    "within a body that was refused %s unread are no requests",
    async (name, headers) => {
      const before = await listed();
      const smuggled = requestOf(ITEM, [authorization], '{"quantity":6}');
      const key = name === "without a key" ? [] : [authorization];
      using connection = await RawConnection.open(service.url);
      connection.send(requestOf(ITEM, [...key, ...headers], smuggled));
      connection.send(requestOf(LIVEZ));
      expect((await connection.answer(ITEM)).status).toBeOneOf([401, 415]);
      expect((await connection.answer(LIVEZ)).text).toBe('{"status":"ok"}');
      expect(await listed()).toBe(before);
    },
  );
});

describe("a body", () => {
  test("that arrives slowly delays no other request, and is processed when it is complete", async () => {
    using slow = await RawConnection.open(service.url);
    slow.send(updateHead(["Content-Length", "14"]));
    for (const piece of ['{"qu', "antity", '":5', "}"]) {
      slow.send(piece);
      for (let round = 0; round < 5; round++) expect(await listed()).toContain('{"petId":1,"quantity":5,');
    }
    expect((await slow.answer(ITEM)).status).toBe(200);
  });

  test("that never ends is refused once it is too long", async () => {
    using connection = await RawConnection.open(service.url);
    connection.send(updateHead(["Transfer-Encoding", "chunked"]));
    connection.send(chunked('{"quantity":5'.padEnd(17_000)).replace(/0\r\n\r\n$/, ""));
    expect((await connection.answer(ITEM)).code).toBe("body_too_large");
  });

  test("with a too large Content-Length is refused before it arrives", async () => {
    using connection = await RawConnection.open(service.url);
    connection.send(updateHead(["Content-Length", "20000"]));
    expect((await connection.answer(ITEM)).code).toBe("body_too_large");
  });

  test("with a malformed chunk changes nothing, and is refused by the runtime with an empty response", async () => {
    const before = await listed();
    for (const size of ["ZZ", "-1", "0x1", "ffffffffffffffffff", "", '5;a="b c"']) {
      using connection = await RawConnection.open(service.url);
      connection.send(updateHead(["Transfer-Encoding", "chunked"]));
      connection.send(`e\r\n{"quantity":6}\r\n${size}\r\n0\r\n\r\n`);
      expect(await connection.closed()).toBe("HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n");
    }
    expect(await listed()).toBe(before);
  });

  test.each(["X-Sum: 1\r\n", "X-Sum: 1\r\nX-More: 2\r\n"])(
    "with trailers (%j) changes nothing, and is refused by the runtime with an empty answer",
    async (trailers) => {
      const before = await listed();
      const [body, end] = ['e\r\n{"quantity":6}\r\n', `0\r\n${trailers}\r\n`];
      for (const parts of [[body + end], [body, end]]) {
        using connection = await RawConnection.open(service.url);
        connection.send(
          Buffer.concat([updateHead(["Transfer-Encoding", "chunked"]), Buffer.from(parts[0]!)]),
        );
        for (const part of parts.slice(1)) {
          // So that the parts arrive one by one.
          await listed();
          connection.send(part);
        }
        expect(await connection.closed()).toBe("HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n");
      }
      expect(await listed()).toBe(before);
    },
  );

  test.each([
    ["at its beginning", updateHeadOf("Content-Length: 14"), ""],
    ["in the middle", updateHeadOf("Content-Length: 15"), '{"quantity":6}'],
    ["between two chunks", updateHeadOf("Transfer-Encoding: chunked"), 'e\r\n{"quantity":6}\r\n'],
    ["within a chunk", updateHeadOf("Transfer-Encoding: chunked"), 'f\r\n{"quantity":6}'],
  ])("that breaks off %s changes nothing", async (_, head, body) => {
    const before = await listed();
    for (const how of ["finish", "vanish"] as const) {
      for (let count = 0; count < 10; count++) {
        using connection = await RawConnection.open(service.url);
        connection.send(head().toString() + body);
        if (how === "vanish") continue;
        connection.finish();
        expect(await connection.closed()).not.toStartWith("HTTP/1.1 200");
      }
    }
    expect(await listed()).toBe(before);
  });
});

function updateHeadOf(header: string): () => Buffer {
  const [name = "", value = ""] = header.split(": ");
  return () => updateHead([name, value]);
}

test("clients that disconnect without reading their response do no harm", async () => {
  for (let count = 0; count < 50; count++) {
    using connection = await RawConnection.open(service.url);
    connection.send(
      count % 2 === 0 ? requestOf(LIST, [authorization]) : requestOf(ITEM, [authorization], '{"quantity":5}'),
    );
  }
});

describe("input that is slow to parse is answered normally:", () => {
  const many = (text: string) => text.repeat(Math.floor(14_000 / text.length));
  test.each<[what: string, headers: [string, string][], body: string]>([
    ["commas between tags", [["If-Match", `"a"${many(", ")}x`]], '{"quantity":5}'],
    ["commas and tabs between tags", [["If-Match", `"a"${many(" ,\t")}x`]], '{"quantity":5}'],
    ["tags without an end", [["If-Match", `${many('"a",')}"`]], '{"quantity":5}'],
    ["blanks before a key", [["Authorization", `Bearer${many(" ")},`]], '{"quantity":5}'],
    ["blanks in a type", [["Content-Type", `application/json${many(" ")}x`]], '{"quantity":5}'],
    ["zeros after a number", [], `{"quantity":1${many("0")}}`],
    ["zeros within a number", [], `{"quantity":0.${many("0")}1}`],
    ["a huge exponent", [], `{"quantity":1e${many("9")}}`],
    ["escapes in a name", [], `{"${many("\\u0061")}":5}`],
    ["a name that never ends", [], `{"${many("\\\\")}`],
    ["members", [], `{${Array.from({ length: 1_500 }, (_, at) => `"m${at}":1`).join()}}`],
  ])("%s", async (_, headers, body) => {
    const before = processorMsOf(service.pid) ?? 0;
    for (let count = 0; count < 5; count++) {
      using connection = await RawConnection.open(service.url);
      const authorized = headers.some(([name]) => name === "Authorization")
        ? headers
        : [authorization, ...headers];
      connection.send(requestOf(ITEM, authorized, body));
      expect((await connection.answer(ITEM)).status).toBeOneOf([400, 401, 415]);
    }
    // Linear time is a few milliseconds, quadratic time seconds.
    expect((processorMsOf(service.pid) ?? 0) - before).toBeLessThan(2_000);
  });

  test("encodings", async () => {
    using connection = await RawConnection.open(service.url);
    connection.send(requestOf(LIST, [authorization, ["Accept-Encoding", `${many("br;q=0.1, ")}identity`]]));
    expect((await connection.answer(LIST)).status).toBe(200);
  });
});
