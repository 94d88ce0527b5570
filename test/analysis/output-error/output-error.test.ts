import { expect, test } from "vitest";
import { outputError } from "../../../language-server/analysis/output-error/output-error.ts";

const thrown = [
  "TypeError: Cannot read properties of undefined (reading 'port')",
  "    at start (/app/src/server.js:3:17)",
  "    at Module._compile (node:internal/modules/cjs/loader:1521:14)",
];

function errorIn(...lines: string[]): unknown {
  const { message, places: [place] = [] } = outputError(lines.join("\n")) ?? {};
  return { message, place: place === undefined ? undefined : `${place.file}:${place.line}` };
}

test.each([
  ["concurrently", "[0] "],
  ["turbo", "@shop/api:start: "],
  ["pnpm -r", "packages/api start: "],
  ["lerna", "@shop/api: "],
  ["docker compose", "api-1  | "],
])("%s puts a word before each line: the error is read without it", (_runner, prefix) => {
  const lines = ["/app/src/server.js:3", "  return config.port;", "                ^", "", ...thrown, "", "Node.js v24.21.0"];
  expect(errorIn(...lines.map((line) => prefix + line), "another line")).toEqual({
    message: "TypeError: Cannot read properties of undefined (reading 'port')",
    place: "/app/src/server.js:3",
  });
});

test.each([
  ["pino", JSON.stringify({ level: 60, msg: "boot failed", err: { type: "TypeError", stack: thrown.join("\n") } })],
  ["winston", `2026-11-28 ${JSON.stringify({ level: "error", message: "boot failed", stack: thrown.join("\n") })}`],
])("%s logs an error as JSON: its message and place", (_logger, line) => {
  expect(errorIn('{"level":30,"msg":"starting"}', line)).toEqual({
    message: "TypeError: Cannot read properties of undefined (reading 'port')",
    place: "/app/src/server.js:3",
  });
});

test("colours are no part of the message", () => {
  expect(errorIn(`\u001B[31m${thrown[0]}\u001B[39m`, ...thrown.slice(1))).toMatchObject({ message: thrown[0] });
});

test.each([
  ["/app/lib/x.js:7", ["    at a (/app/node_modules/express/lib/a.js:1:2)", "    at b (/app/lib/x.js:7:9)"]],
  ["/app/node_modules/express/lib/a.js:1", ["    at a (/app/node_modules/express/lib/a.js:1:2)", "    at node:internal/main:1:2"]],
  ["/app/lib/x.js:7", ["    at Server.watched [as listen] (/tmp/s/heatline-hooks.cjs:9:1)", "    at b (/app/lib/x.js:7:9)"]],
  ["file:///app/lib/x.mjs:7", ["    at async file:///app/lib/x.mjs:7:9"]],
  [String.raw`C:\app (1)\x.js:7`, [String.raw`    at Object.<anonymous> (C:\app (1)\x.js:7:9)`]],
  [undefined, ["    at node:internal/main:1:2"]],
])("the place is %s, of own code if there is some", (place, frames) => {
  expect(errorIn("Error: it failed", ...frames)).toEqual({ message: "Error: it failed", place });
});

test("the place of a syntax error is in the file that has it, not in the one that loads it", () => {
  const lines = ["/app/routes.js:12", "const b = = 2;", "          ^", "", "SyntaxError: Unexpected token '='"];
  expect(
    errorIn(...lines, "    at wrapSafe (node:internal/modules/cjs/loader:1:2)", "    at Object.<anonymous> (/app/app.js:1:1)"),
  ).toEqual({
    message: "SyntaxError: Unexpected token '='",
    place: "/app/routes.js:12",
  });
});

test.each([
  [
    "esbuild's, in tsx",
    ["Error [TransformError]: Transform failed with 1 error:", '/app/src/a.ts:2:10: ERROR: Unexpected "="'],
    { message: 'Error [TransformError]: Transform failed with 1 error: Unexpected "="', place: "/app/src/a.ts:2" },
  ],
  [
    "TypeScript's, in ts-node",
    ["TSError: ⨯ Unable to compile TypeScript:", "src/a.ts(2,7): error TS1109: Expression expected."],
    { message: "TSError: ⨯ Unable to compile TypeScript: error TS1109: Expression expected.", place: "src/a.ts:2" },
  ],
])("a compiler's error: %s", (_compiler, lines, expected) => {
  expect(errorIn(...lines, "    at failureErrorWithLog (/app/node_modules/esbuild/lib/main.js:1:2)")).toEqual(expected);
});

test.each([
  [
    "Node's, of TypeScript",
    "node:internal/modules/typescript:67\n    throw error;\n    ^\n\n/app/slow.ts:3\n}\n^\n\nSyntaxError [ERR_INVALID_TYPESCRIPT_SYNTAX]: Expression expected\n    at parseTypeScript (node:internal/modules/typescript:67:40)",
    { message: "SyntaxError [ERR_INVALID_TYPESCRIPT_SYNTAX]: Expression expected", place: "/app/slow.ts:3" },
  ],
  [
    "the first of esbuild's command",
    '✘ [ERROR] Unexpected "}"\n\n    src/slow.ts:3:0:\n      3 │ }\n        ╵ ^\n\n✘ [ERROR] Unexpected "]"\n\n    src/slow.ts:9:0:\n      9 │ ]\n        ╵ ^\n\n2 errors\n',
    { message: '✘ [ERROR] Unexpected "}"', place: "src/slow.ts:3" },
  ],
  [
    "the first of TypeScript's, after an error of an earlier start",
    "Error: first\n    at a (/app/a.js:1:2)\nsrc/b.ts(3,1): error TS1128: Declaration expected.\nsrc/c.ts(1,1): error TS2304: Cannot find name.\n",
    { message: "error TS1128: Declaration expected.", place: "src/b.ts:3" },
  ],
])("code that was not compiled: %s", (_compiler, output, expected) => {
  expect(errorIn(output)).toEqual(expected);
  expect(outputError(output)?.isLoading).toBe(true);
});

test("an error's line alone is one; those before it do not give its place", () => {
  expect(errorIn(...thrown, "Error: giving up")).toEqual({ message: "Error: giving up", place: undefined });
});

test("behind a task runner, too, an error of loading is one", () => {
  const lines = [
    "Error: Cannot find module './nope'",
    "Require stack:",
    "- /app/server.js",
    "    at Object.<anonymous> (/app/server.js:2:15) {",
  ];
  expect(outputError(lines.map((line) => `api start: ${line}`).join("\n"))).toMatchObject({
    isLoading: true,
    places: [{ file: "/app/server.js", line: 2, column: 15 }],
  });
});

test("of an error whose message is a list, the list is part of it", () => {
  expect(errorIn("Error: Invalid configuration:", "  - port: expected number", "  - host: missing", "    at f (/app/c.js:1:2)")).toEqual({
    message: "Error: Invalid configuration: - port: expected number - host: missing",
    place: "/app/c.js:1",
  });
});

test("a cause is not taken for the error, but speaks for one that says nothing", () => {
  const cause = ["    Error: connect ECONNREFUSED ::1:5432", "        at afterConnect (node:net:1:2)"];
  expect(errorIn("Error: no database", "    at f (/app/db.js:4:2) {", ...cause)).toMatchObject({ message: "Error: no database" });
  expect(errorIn("AggregateError [ECONNREFUSED]: ", "    at f (/app/db.js:4:2) {", ...cause)).toEqual({
    message: "Error: connect ECONNREFUSED ::1:5432",
    place: "/app/db.js:4",
  });
});

test("where an error was emitted is not the error, nor is a warning with frames", () => {
  expect(errorIn(...thrown, "Emitted 'error' event on Server instance at:", "    at emitErrorNT (node:net:1:2)")).toMatchObject({
    message: thrown[0],
  });
  expect(errorIn("(node:7) Warning: something old", "    at f (/app/old.js:4:2)")).toEqual({ message: undefined, place: undefined });
});

test("output without an error has none", () => {
  expect(outputError("listening on http://127.0.0.1:3000\n    at your service\n")).toBeUndefined();
  expect(outputError("")).toBeUndefined();
});
