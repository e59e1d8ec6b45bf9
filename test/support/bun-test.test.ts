// The totals of a run come from bun's report.

import { expect, test } from "bun:test";
import { totalsOf } from "./bun-test.ts";

const REPORT = `<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="bun test" tests="5" assertions="5" failures="2" skipped="1" time="3.5">
  <testsuite name="test/a.test.ts" file="test/a.test.ts" tests="3" failures="1" skipped="0" time="2.25">
    <testsuite name="a &amp; b" file="test/a.test.ts" line="9" tests="2" failures="1" skipped="0" time="2">
      <testcase name="holds \ufffe" classname="a &amp; b" time="1" file="test/a.test.ts" line="10" assertions="2" />
      <testcase name="1 &lt; 0" classname="a &amp; b" time="1" file="test/a.test.ts" line="12" assertions="2">
        <failure type="AssertionError" message="1 &lt; 0&#10;">AssertionError: 1 &lt; 0&#10;&#10;      at test/a.test.ts:12:3&#10;</failure>
      </testcase>
    </testsuite>
    <testcase name="stands alone" classname="" time="0.25" file="test/a.test.ts" line="20" assertions="1" />
  </testsuite>
  <testsuite name="test/b.test.ts" file="test/b.test.ts" tests="2" failures="1" skipped="1" time="0.5">
    <testcase name="is late" classname="" time="0.5" file="test/b.test.ts" line="2" assertions="0">
      <failure type="TimeoutError" message="test timed out" />
    </testcase>
    <testcase name="is skipped" classname="" time="0" file="test/b.test.ts" line="3" assertions="0">
      <skipped />
    </testcase>
  </testsuite>
</testsuites>
`;

test("passed, failed and skipped tests are counted, failures named with their errors, files and tests timed", () => {
  expect(totalsOf(REPORT)).toEqual({
    passed: 2,
    failed: 2,
    skipped: 1,
    failures: [
      {
        name: "test/a.test.ts: a & b > 1 < 0",
        message: "AssertionError: 1 < 0\n\n      at test/a.test.ts:12:3",
      },
      { name: "test/b.test.ts: is late", message: "test timed out" },
    ],
    files: [
      { name: "test/a.test.ts", seconds: 2.25 },
      { name: "test/b.test.ts", seconds: 0.5 },
    ],
    tests: [
      { name: "test/a.test.ts: a & b > holds \ufffd", seconds: 1 },
      { name: "test/a.test.ts: a & b > 1 < 0", seconds: 1 },
      { name: "test/a.test.ts: stands alone", seconds: 0.25 },
      { name: "test/b.test.ts: is late", seconds: 0.5 },
      { name: "test/b.test.ts: is skipped", seconds: 0 },
    ],
  });
});
