// Every problem of NDJSON or a JSON array, with its exact message.

import { describe, expect, test } from "bun:test";
import { bytesOf, readAll } from "./read-all.ts";

const NO_ID =
  'is not an integer from -9223372036854775808 to 9223372036854775807 in digits alone (no "+", separator, fraction or leading zero)';
const NO_QUANTITY = "is not an integer from 0 to 2147483647";
const NO_STATUS = 'is not a status: write "available" or "pending" or "sold"';
const NO_ITEM = 'is not an item: write {"petId":…,"quantity":…,"status":…}';
const TEXT = "is a text: write the number without double quotes";
const MISSING = "the member is missing: every item needs petId and quantity";
const GOOD = '{"petId":1,"quantity":2,"status":"sold"}';

describe("an item is refused with its line and what to do, in NDJSON and in an array alike:", () => {
  const cases: [item: string, problems: string[]][] = [
    ['{"petId":"123","quantity":1}', [`, column petId: "123" ${TEXT}`]],
    ['{"petId":1,"quantity":"5"}', [`, column quantity: "5" ${TEXT}`]],
    ['{"petId":1.5,"quantity":1}', [`, column petId: "1.5" ${NO_ID}`]],
    ['{"petId":9223372036854775808,"quantity":1}', [`, column petId: "9223372036854775808" ${NO_ID}`]],
    ['{"petId":null,"quantity":1}', [`, column petId: "null" ${NO_ID}`]],
    ['{"petId":true,"quantity":1}', [`, column petId: "true" ${NO_ID}`]],
    [
      '{"petId":[1],"quantity":{}}',
      [`, column petId: "[…]" ${NO_ID}`, `, column quantity: "{…}" ${NO_QUANTITY}`],
    ],
    ['{"petId":1,"quantity":-1}', [`, column quantity: "-1" ${NO_QUANTITY}`]],
    ['{"petId":1,"quantity":1.5}', [`, column quantity: "1.5" ${NO_QUANTITY}`]],
    ['{"petId":1,"quantity":2147483648}', [`, column quantity: "2147483648" ${NO_QUANTITY}`]],
    ['{"petId":1,"quantity":9007199254740993}', [`, column quantity: "9007199254740993" ${NO_QUANTITY}`]],
    [
      '{"petId":1,"quantity":2147483647.0000000001}',
      [`, column quantity: "2147483647.0000000001" ${NO_QUANTITY}`],
    ],
    ['{"petId":1,"quantity":1e400}', [`, column quantity: "1e400" ${NO_QUANTITY}`]],
    ['{"petId":1,"quantity":null}', [`, column quantity: "null" ${NO_QUANTITY}`]],
    ['{"petId":1,"quantity":1,"status":"Sold"}', [', column status: "Sold" is not a status: write "sold"']],
    ['{"petId":1,"quantity":1,"status":"gone"}', [`, column status: "gone" ${NO_STATUS}`]],
    ['{"petId":1,"quantity":1,"status":""}', [`, column status: "" ${NO_STATUS}`]],
    ['{"petId":1,"quantity":1,"status":null}', [`, column status: "null" ${NO_STATUS}`]],
    ["{}", [`, column petId: ${MISSING}`, `, column quantity: ${MISSING}`]],
    [
      '{"pet_id":1,"quantity":1}',
      [': "pet_id" is not a member of an item: write "petId"', `, column petId: ${MISSING}`],
    ],
    [
      '{"petId":1,"quantity":1,"colour":"red"}',
      [': "colour" is not a member of an item: remove it (the members are petId, quantity, status)'],
    ],
    [
      '{"petId":1,"quantity":1,"__proto__":{}}',
      [': "__proto__" is not a member of an item: remove it (the members are petId, quantity, status)'],
    ],
    [
      '{"petId":1,"quantity":1,"quantity":2}',
      [': "quantity" appears twice in one item: keep one of the two'],
    ],
    ["null", [`: "null" ${NO_ITEM}`]],
    ["7.5", [`: "7.5" ${NO_ITEM}`]],
    ["[1,2]", [`: "[1,2]" ${NO_ITEM}`]],
    ["{petId:1}", [`: "{petId:1}" is not JSON: expected a member's name in double quotes at character 2`]],
    ['{"petId":01}', [': "{\\"petId\\":01}" is not JSON: expected "," or "}" at character 11']],
    ['{"petId":NaN}', [': "{\\"petId\\":NaN}" is not JSON: expected a value at character 10']],
    [
      `{"petId":1${"0".repeat(60_000)}1}`,
      [
        `: "{\\"petId\\":1${"0".repeat(50)}…" has a hundred digits in a row: no number of an item is that long`,
      ],
    ],
  ];
  test.each(cases)("%p", async (item, problems) => {
    for (const [file, format] of [
      [`${GOOD}\n\n${item}\n${GOOD}\n`, "ndjson"],
      [`[\n${GOOD},\n ${item} ,${GOOD}]`, "json"],
    ] as const) {
      const reading = await readAll(file, format);
      expect(reading.problems).toEqual(problems.map((problem) => `line 3${problem}`));
      expect(reading.rows).toHaveLength(2);
    }
  });
});

describe("a file that is not a JSON array has a problem:", () => {
  const cases: [file: string, problems: string[]][] = [
    ["", ["line 1: the file is empty"]],
    ["\ufeff", ["line 1: the file is empty"]],
    [" \n", ['line 2: the file has no JSON array: an empty inventory is "[]"']],
    [
      `\n${GOOD}\n${GOOD}`,
      [
        'line 2: the file does not begin with "[": it must be one JSON array of items (one item a line is .ndjson)',
      ],
    ],
    [
      "petId,quantity\n1,2\n",
      [
        'line 1: the file does not begin with "[": it must be one JSON array of items (one item a line is .ndjson)',
      ],
    ],
    ["[", ['line 1: the file ends within the array, before its closing "]": was it cut off?']],
    [
      `[${GOOD},\n${GOOD}\n`,
      ['line 3: the file ends within the array, before its closing "]": was it cut off?'],
    ],
    [
      `[${GOOD},\n{"petId":1,\n"quantity"`,
      ["line 2: the file ends within this item: is a bracket or a double quote not closed?"],
    ],
    [
      `[${GOOD},\n{"petId":1,"status":"so`,
      ["line 2: the file ends within this item: is a bracket or a double quote not closed?"],
    ],
    [`[${GOOD},]`, ['line 1: an item is missing before the "]": remove the comma']],
    [`[,${GOOD}]`, ['line 1: an item is missing before the ",": remove the comma']],
    [`[${GOOD}]\n]`, ['line 2: there is text after the array\'s closing "]": remove it']],
    [`[${GOOD}][${GOOD}]`, ['line 1: there is text after the array\'s closing "]": remove it']],
    [
      `[${"[".repeat(70_000)}`,
      ["line 1: the item is longer than 65536 bytes: is a bracket or a double quote not closed?"],
    ],
    [`[${GOOD},\0]`, ["line 1: there is a NUL byte: the file is binary or UTF-16, save it as UTF-8 text"]],
  ];
  test.each(cases)("%p", async (file, problems) => {
    expect((await readAll(file, "json")).problems).toEqual(problems);
  });
});

describe("a file that is not NDJSON has one problem:", () => {
  const cases: [file: string, problems: string[]][] = [
    ["", ["line 1: the file is empty"]],
    [
      `\n[${GOOD}]\n`,
      [
        'line 2: "[{\\"petId\\":1,\\"quantity\\":2,\\"status\\":\\"sold\\"}]" begins a JSON array: name the file .json',
      ],
    ],
    ["petId,quantity\n1,2\n", [`line 1: "petId,quantity" ${NO_ITEM}`]],
    [
      `${GOOD}\n${"x".repeat(300_000)}\n${GOOD}\n{`,
      [
        "line 2: the line is longer than 65536 bytes",
        'line 4: "{" is not JSON: expected a member\'s name in double quotes at character 2',
      ],
    ],
  ];
  test.each(cases)("%p", async (file, problems) => {
    expect((await readAll(file, "ndjson")).problems).toEqual(problems);
  });
});

test("an item that is not UTF-8 has a problem, and the items around it are read", async () => {
  const bad = [...bytesOf('{"petId":1,"quantity":1,"status":"'), 0xff, ...bytesOf('"}')];
  const shown = '{\\"petId\\":1,\\"quantity\\":1,\\"status\\":\\"\ufffd\\"}';
  const array = [...bytesOf(`[${GOOD},\n`), ...bad, ...bytesOf(`,\n${GOOD}]`)];
  const lines = [...bytesOf(`${GOOD}\n`), ...bad, ...bytesOf(`\n${GOOD}`)];
  for (const [file, format] of [
    [array, "json"],
    [lines, "ndjson"],
  ] as const) {
    const { rows, problems } = await readAll(Uint8Array.from(file), format);
    expect(rows.map((row) => row.line)).toEqual([1, 3]);
    expect(problems).toEqual([
      `line 2: "${shown}${format === "json" ? "," : ""}" is not UTF-8: save the file as UTF-8`,
    ]);
  }
});

test("brackets and commas within strings do not end an item", async () => {
  const { problems } = await readAll(`[{"petId":1,"quantity":2,"note":"],[{\\"}\\\\"},\n${GOOD}]`, "json");
  expect(problems).toEqual([
    'line 1: "note" is not a member of an item: remove it (the members are petId, quantity, status)',
  ]);
});
