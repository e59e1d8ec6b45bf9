// A row whose values are plain is read from its bytes, any other as text: both must mean the same.

import { expect, test } from "bun:test";
import { PET_STATUSES, QUANTITY_MAX } from "../../src/inventory/item.ts";
import { readAll } from "./read-all.ts";

const PET_IDS = [
  "0",
  "7",
  "123456789012345",
  "1234567890123456",
  "9223372036854775807",
  "-5",
  "07",
  "+7",
  "1.0",
  "",
  "x",
];
const QUANTITIES = [
  "0",
  "12",
  String(QUANTITY_MAX),
  String(QUANTITY_MAX + 1),
  "00",
  "-1",
  "1e2",
  "999999999999999",
  "",
];
const STATUSES = [...PET_STATUSES, "", "Sold", "soldx", "sol"];

const ROWS = PET_IDS.flatMap((petId) =>
  QUANTITIES.flatMap((quantity) => STATUSES.map((status) => [petId, quantity, status])),
);

const ORDERS = [
  ["petId", "quantity", "status"],
  ["status", "petId", "quantity"],
  ["quantity", "petId"],
];

for (const lineBreak of ["\n", "\r\n", "\r"]) {
  for (const separator of [",", ";", "\t"]) {
    for (const order of ORDERS) {
      const place = order.map((column) => ["petId", "quantity", "status"].indexOf(column));
      test(`${JSON.stringify(order.join(separator) + lineBreak)}: a row means the same with a space behind its values`, async () => {
        const fileOf = (cellOf: (value: string) => string) =>
          [order, ...ROWS.map((row) => place.map((at) => cellOf(row[at] as string)))]
            .map((cells) => cells.join(separator) + lineBreak)
            .join("");
        const plain = await readAll(
          fileOf((value) => value),
          "csv",
        );
        expect(plain.rows.length).toBeGreaterThan(20);
        expect(plain).toEqual(
          await readAll(
            fileOf((value) => `${value} `),
            "csv",
          ),
        );
      });
    }
  }
}
