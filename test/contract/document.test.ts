// The contract as JSON.

import { expect, test } from "bun:test";
import { exactJson } from "../../src/contract/document.ts";

test("YAML as JSON keeps every digit, and leaves texts as they are", () => {
  const yaml = [
    "bounds: { minimum: -9223372036854775808, maximum: 9223372036854775807 }",
    "list: [9007199254740993, 12]",
    "text: from -9223372036854775808 to 9223372036854775807",
    'quoted: "9223372036854775807"',
    "block: |",
    "  9223372036854775807",
    "  9007199254740993, and so on",
  ].join("\n");
  expect(exactJson(yaml)).toBe(
    '{"bounds":{"minimum":-9223372036854775808,"maximum":9223372036854775807},' +
      '"list":[9007199254740993,12],' +
      '"text":"from -9223372036854775808 to 9223372036854775807",' +
      '"quoted":"9223372036854775807",' +
      '"block":"9223372036854775807\\n9007199254740993, and so on\\n"}',
  );
});
