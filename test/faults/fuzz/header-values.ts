// Odd values of headers: some for the service to answer, others for the runtime's parser to refuse.

import { words } from "./draft.ts";

/** A list of values with spaces in them, with bars between them. */
function barred(text: string): string[] {
  return text.trim().split(/\s*\|\s*/);
}

const TAGS = words(String.raw`
  * "1-available" W/"1-available" "" , " "a a "a","b" *,* "*" W/"0-0000000000000000" w/"a" "a", ,"a"
  ( [ \ "\"" % NaN null
`)
  .concat("", '"a" "b"', '"a b"', '"\xe9"', " \t ", '"1-available", *')
  .concat('"a"'.repeat(50), '"a",'.repeat(500));

/** Values that may be in any request: the service itself answers all of them. */
export const VALUES: Readonly<Record<string, readonly string[]>> = {
  "If-Match": TAGS,
  "If-None-Match": TAGS,
  "Accept-Encoding": barred(`
    gzip | gzip;q=0 | * | *;q=0 | identity;q=0, *;q=0 | br, zstd | gzip;q=abc | ; | , | ;;;
    | gzip;q=1e9 | gzip;q=-1 | GZIP | x-gzip | gzip, gzip | gzip;q=0.001 | identity
    | gzip;q=1;q=0 | = | gzip=1 | \xff | gzip\t;\tq=1
  `).concat("", "a".repeat(1000), ",".repeat(500)),
  "Content-Type": barred(`
    application/json | application/json; charset=utf-8 | application/json;charset=utf-16 | text/plain
    | application/x-www-form-urlencoded | multipart/form-data | multipart/form-data; boundary=x | */* | /
    | application/json, application/json | APPLICATION/JSON | application/json;;; | application/\xff | json
  `).concat(""),
  "Content-Encoding": ["gzip", "identity", "", "br", "deflate", "\xff"],
  "Idempotency-Key": barred(`
    a | two words | caf\xe9 | "quoted" | a,b | __proto__ | %00 | '; DROP TABLE idempotency_record; -- | ~ | !
  `).concat("", "x".repeat(255), "x".repeat(256), "\t"),
  Authorization: barred(`
    Bearer | Bearer {key} | bearer  {key} | Basic dDp0 | Bearer {key}x | {key} | Bearer x
    | Bearer {key} {key} | Bearer {key}, Bearer {key} | Bearer {readOnly} | Bearer {revoked} | Bearer \xff
    | Bearer {unknown} | Digest username=a | Bearer\t{key}
  `).concat("", "Bearer ", `Bearer ${"a".repeat(5000)}`, `Bearer${" ".repeat(5000)}x`),
  "X-Forwarded-For": barred(`
    , | unknown | 198.51.100.7 | 198.51.100.7, 127.0.0.1 | [::1]:99999, 127.0.0.1 | ::ffff:127.0.0.1
    | fe80::1%\xff | 256.0.0.1
  `).concat("", "1.2.3.4\t", "127.0.0.1,".repeat(1000), "::".repeat(1000)),
  Origin: ["", "null", "https://shop.example", "https://shop.example, https://shop.example", "\xff", "*"],
  "Access-Control-Request-Method": ["", "PATCH", "patch", "*", "\xff"],
  "X-Request-Id": barred("a | a b | \xff | ../.. | a/b | \x80\x81 | %0d%0a | a, b | {}").concat([
    "",
    "x".repeat(64),
    "x".repeat(65),
  ]),
  Expect: ["100-continue", "100-Continue", "200-ok", "", "nothing", "100-continue, 100-continue"],
  Connection: barred(
    "close | keep-alive | Close | upgrade | close, keep-alive | keep-alive, close | Host | \xff | ,,",
  ).concat(""),
  Upgrade: ["websocket", "h2c", "", "TLS/1.0", "HTTP/2.0, SHTTP/1.3"],
  "Sec-WebSocket-Key": ["dGhlIHNhbXBsZSBub25jZQ==", "", "x"],
  Host: words("[ [::1 [%:99999999999 petstock.example:99999 \xff a,b http://a .. a/b?c#d @ a:b:c").concat(
    "",
    "a b",
  ),
  Accept: ["text/html", "", "*/*;q=0", "\xff"],
  Range: ["bytes=0-0", "bytes=-1", "bytes=5-1", "x", "bytes=0-0,2-2"],
  TE: ["trailers", "chunked", ""],
  Trailer: ["X-A", "Content-Length"],
  Cookie: ["a=b", "=", "", "a".repeat(4000), "\xff"],
  "X-HTTP-Method-Override": ["DELETE", "PATCH"],
  "Max-Forwards": ["0", "-1"],
  "If-Modified-Since": ["Thu, 01 Jan 1970 00:00:00 GMT", "x"],
  "If-Unmodified-Since": ["Thu, 01 Jan 1970 00:00:00 GMT"],
  "If-Range": ['"a"'],
  "HTTP2-Settings": ["AAMAAABkAARAAAAAAAIAAAAA"],
  "Keep-Alive": ["timeout=0", "max=0", "x"],
  "Proxy-Connection": ["close", "keep-alive"],
  __proto__: ["a"],
};

/** Values of headers about the body's length: they may contradict the body, or each other. */
export const LENGTHS = words(`
  0 1 13 14 15 16 00014 +14 -1 0xe 1e1 14.0 14,14 a \xff
  9007199254740993 18446744073709551615 18446744073709551630 99999
`).concat("", " 14", "14 ", "14, 15", "9".repeat(40));
export const CODINGS = words("chunked Chunked gzip identity chunked;a=b xchunked chunkedx \xff").concat([
  "",
  "gzip, chunked",
  "chunked, chunked",
  "chunked, gzip",
  " chunked",
  "\tchunked",
  "chun ked",
]);

/** Names and values that are invalid in HTTP. */
export const BROKEN: readonly (readonly [name: string, value: string])[] = [
  ["X A", "b"],
  ["X-A ", "b"],
  [" X-A", "b"],
  ["", "b"],
  ["X\x00A", "b"],
  ["X\xe9", "b"],
  ["X(A)", "b"],
  ["X-A", "a\x00b"],
  ["X-A", "a\rb"],
  ["X-A", "a\nb"],
  ["X-A", "a\r\n b"],
  ["X-A", "a\r\n"],
  ["X-A", "a\x01b"],
  ["X-A", "a\x7fb"],
];
