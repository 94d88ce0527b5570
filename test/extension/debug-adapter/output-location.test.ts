import { expect, test } from "vitest";
import { splitOutput } from "../../../extension/debug-adapter/session-output.ts";

test("frames of a stack trace are linked to their files, other lines stay text", () => {
  const stack = [
    "Error: no\n",
    "    at new Work [as work] (/app dir/server.js:12:5)\n",
    "    at async file:///app/a%20b.mjs:3:1\n",
    "    at file:///app/%zz.mjs:1:1\n",
    "    at file:///app/a%2Fb.mjs:1:1\n",
    "    at node:internal/modules/run_main:1:1\n",
    "    at Module._load (node:internal/modules/cjs/loader:1:1)\n",
  ];
  expect(splitOutput(stack.join(""))).toEqual([
    { text: stack[0] },
    { text: stack[1], place: { path: "/app dir/server.js", line: 12, column: 5 } },
    { text: stack[2], place: { path: "/app/a b.mjs", line: 3, column: 1 } },
    { text: stack.slice(3).join("") },
  ]);
});
