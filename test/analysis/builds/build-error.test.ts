import { expect, test } from "vitest";
import { firstBuildError } from "../../../language-server/analysis/builds/build-error.ts";

function shown(output: string): string | undefined {
  const error = firstBuildError(output);
  return error && `${error.file}:${error.line}:${error.column} ${error.message}`;
}

test.each([
  [
    "tsc",
    "src/server.ts(6,3): error TS2322: Type 'string' is not assignable.\nsrc/other.ts(1,1): error TS1005: ',' expected.",
    "src/server.ts:6:3 TS2322: Type 'string' is not assignable.",
  ],
  [
    "tsc, pretty",
    "\u001B[96msrc/server.ts\u001B[0m:\u001B[93m6\u001B[0m:\u001B[93m3\u001B[0m - \u001B[91merror\u001B[0m\u001B[90m TS2322: \u001B[0mType 'string' is not assignable.\n\n6   x",
    "src/server.ts:6:3 TS2322: Type 'string' is not assignable.",
  ],
  [
    "esbuild",
    '✘ [ERROR] Expected ";" but found "x"\n\n    src/server.ts:6:9:\n      6 │   const y x\n        ╵           ^\n\n1 error',
    'src/server.ts:6:10 Expected ";" but found "x"',
  ],
  [
    "webpack",
    "asset main.js 1 KiB\n\nERROR in ./src/server.ts 6:9\nModule parse failed: Unexpected token (6:9)\nYou may need an appropriate loader",
    "./src/server.ts:6:9 Unexpected token (6:9)",
  ],
  [
    "ts-loader",
    "ERROR in /app/src/server.ts\n[tsl] ERROR in /app/src/server.ts(6,9)\n      TS2322: Type 'string' is not assignable.",
    "/app/src/server.ts:6:9 Type 'string' is not assignable.",
  ],
  [
    "Next.js, types",
    "   Linting and checking validity of types  ...\nFailed to compile.\n\n./app/page.tsx:6:9\nType error: Type 'string' is not assignable.\n\n  4 |",
    "./app/page.tsx:6:9 Type 'string' is not assignable.",
  ],
  [
    "Next.js, syntax",
    "Failed to compile.\n\n./app/page.tsx\nError:   x Expected ';', got 'x'\n   ,-[/app/app/page.tsx:6:1]\n 5 |",
    "/app/app/page.tsx:6:1 Expected ';', got 'x'",
  ],
  ["SWC", "  × Expected ';', '}' or <eof>\n   ╭─[src/server.ts:6:1]\n 5 │", "src/server.ts:6:1 Expected ';', '}' or <eof>"],
  ["Rollup", "[!] (plugin typescript) RollupError: src/server.ts (6:9): Unexpected token", "src/server.ts:6:9 Unexpected token"],
  ["Babel", "SyntaxError: /app/src/server.ts: Missing semicolon. (6:9)\n  4 |", "/app/src/server.ts:6:9 Missing semicolon."],
  [
    "a path of Windows",
    "C:\\app\\src\\server.ts(6,3): error TS2322: Type 'string' is not assignable.",
    "C:\\app\\src\\server.ts:6:3 TS2322: Type 'string' is not assignable.",
  ],
  [
    "a build script of Node",
    "file:///app/build.mjs:3\nthrow new Error('no plugin');\n      ^\n\nError: no plugin\n    at file:///app/build.mjs:3:7",
    "/app/build.mjs:3:0 no plugin",
  ],
  ["an error without a place", "> build\nnpm error Missing script: nothing\nError: Cannot find the folder", ":0:0 Cannot find the folder"],
])("%s", (_tool, output, expected) => {
  expect(shown(output)).toBe(expected);
});

test("output without an error", () => {
  expect(shown("src/server.ts → dist/server.js\ndone in 3 ms")).toBeUndefined();
});
