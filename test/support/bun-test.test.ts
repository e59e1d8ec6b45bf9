// The totals of a run come from bun's report.

import { expect, test } from "bun:test";
import { totalsOf } from "./bun-test.ts";

const REPORT = `<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="bun test" tests="4" assertions="5" failures="1" skipped="1" time="3.5">
  <testsuite name="test/a.test.ts" file="test/a.test.ts" tests="3" failures="1" skipped="0" time="2.25">
    <testsuite name="a &amp; b" file="test/a.test.ts" line="9" tests="2" failures="1" skipped="0" time="2">
      <testcase name="holds" classname="a &amp; b" time="1" file="test/a.test.ts" line="10" assertions="2" />
      <testcase name="1 &lt; 0" classname="a &amp; b" time="1" file="test/a.test.ts" line="12" assertions="2">
        <failure type="AssertionError" />
      </testcase>
    </testsuite>
    <testcase name="stands alone" classname="" time="0.25" file="test/a.test.ts" line="20" assertions="1" />
  </testsuite>
  <testsuite name="test/b.test.ts" file="test/b.test.ts" tests="1" failures="0" skipped="1" time="0.5">
    <testcase name="is skipped" classname="" time="0" file="test/b.test.ts" line="3" assertions="0">
      <skipped />
    </testcase>
  </testsuite>
</testsuites>
`;

test("passed, failed and skipped tests are counted, failures named, and files timed", () => {
  expect(totalsOf(REPORT)).toEqual({
    passed: 2,
    failed: 1,
    skipped: 1,
    failures: ["test/a.test.ts: a & b > 1 < 0"],
    files: [
      { name: "test/a.test.ts", seconds: 2.25 },
      { name: "test/b.test.ts", seconds: 0.5 },
    ],
  });
});
