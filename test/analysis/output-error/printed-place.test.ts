import { expect, test } from "vitest";
import { outputError } from "../../../language-server/analysis/output-error/output-error.ts";

/** `file:line:column`, with `loading` if the code could not be read. */
function found(stderr: string): string {
  const error = outputError(stderr);
  const [place] = error?.places ?? [];
  const where = place === undefined ? "nowhere" : `${place.file}:${place.line}:${place.column}`;
  return error?.isLoading === true ? `${where} loading` : where;
}

const inside =
  "    at wrapSafe (node:internal/modules/cjs/loader:1464:18)\n    at Module._compile (node:internal/modules/cjs/loader:1495:20)";

test.each([
  [
    "a syntax error in a required file, not the line that requires it",
    `/app/slow.js:3\n}\n^\n\nSyntaxError: Unexpected token '}'\n${inside}\n    at Object.<anonymous> (/app/server.js:2:18)\n\nNode.js v20.20.2\n`,
    "/app/slow.js:3:1 loading",
  ],
  [
    "a syntax error in an imported file",
    "file:///app/slow.mjs:4\nconst = 3;\n      ^\n\nSyntaxError: Unexpected token '='\n    at compileSourceTextModule (node:internal/modules/esm/utils:346:16)\n\nNode.js v22.1.0\n",
    "file:///app/slow.mjs:4:7 loading",
  ],
  [
    "a missing export",
    "file:///app/server.mjs:1\nimport { nope } from './slow.mjs';\n         ^^^^\nSyntaxError: The requested module './slow.mjs' does not provide an export named 'nope'\n    at ModuleJob._instantiate (node:internal/modules/esm/module_job:180:21)\n\nNode.js v22.1.0",
    "file:///app/server.mjs:1:10 loading",
  ],
  [
    "a missing module",
    "node:internal/modules/cjs/loader:1228\n  throw err;\n  ^\n\nError: Cannot find module './nope'\nRequire stack:\n- /app/server.js\n    at Module._resolveFilename (node:internal/modules/cjs/loader:1225:15)\n    at Object.<anonymous> (/app/server.js:2:15) {\n  code: 'MODULE_NOT_FOUND',\n  requireStack: [ '/app/server.js' ]\n}\n\nNode.js v20.20.2",
    "/app/server.js:2:15 loading",
  ],
  [
    "a missing module that is imported, which Node names without a line",
    "node:internal/modules/esm/resolve:283\n    throw new ERR_MODULE_NOT_FOUND(\n          ^\n\nError [ERR_MODULE_NOT_FOUND]: Cannot find module '/app/nope.mjs' imported from /app/server.mjs\n    at finalizeResolution (node:internal/modules/esm/resolve:283:11) {\n  code: 'ERR_MODULE_NOT_FOUND'\n}\n\nNode.js v22.1.0",
    "/app/server.mjs:0:0 loading",
  ],
  [
    "an error thrown while the app loads",
    "/app/config.js:5\n  throw new Error('DATABASE_URL is not set');\n  ^\n\nError: DATABASE_URL is not set\n    at read (/app/config.js:5:9)\n    at Object.<anonymous> (/app/server.js:1:1)\n\nNode.js v22.1.0",
    "/app/config.js:5:3",
  ],
  [
    "an error thrown in a package: the app's line that called it",
    "/app/node_modules/express/lib/router.js:12\n    throw new TypeError(msg);\n    ^\n\nTypeError: argument handler is required\n    at Router.get (/app/node_modules/express/lib/router.js:12:11)\n    at Object.<anonymous> (/app/server.js:7:5)\n\nNode.js v22.1.0",
    "/app/server.js:7:5",
  ],
  [
    "an error that the app prints itself",
    "starting\nTypeError: x is not a function\n    at main (C:\\app\\server.js:9:3)\n    at async Promise.all (index 0)\n",
    "C:\\app\\server.js:9:3",
  ],
  [
    "a text that is not JSON",
    "SyntaxError: Unexpected token } in JSON\n    at JSON.parse (<anonymous>)\n    at read (/app/a.js:3:4)\n",
    "/app/a.js:3:4",
  ],
  [
    "esbuild, as in tsx",
    'node:internal/process/promises:394\n      triggerUncaughtException(err, true /* fromPromise */);\n      ^\nError [TransformError]: Transform failed with 1 error:\n/app/slow.ts:3:0: ERROR: Unexpected "}"\n    at failureErrorWithLog (/app/node_modules/esbuild/lib/main.js:1467:15)\n\nNode.js v22.1.0',
    "/app/slow.ts:3:1 loading",
  ],
  [
    "esbuild's own command",
    '✘ [ERROR] Unexpected "}"\n\n    src/slow.ts:3:0:\n      3 │ }\n        ╵ ^\n\n1 error\n',
    "src/slow.ts:3:1 loading",
  ],
  [
    "ts-node",
    "/app/node_modules/ts-node/src/index.ts:859\n    return new TSError(diagnosticText, diagnosticCodes, diagnostics);\n           ^\nTSError: ⨯ Unable to compile TypeScript:\nsrc/slow.ts:3:1 - error TS1128: Declaration or statement expected.\n\n3 }\n  ~\n\n    at createTSError (/app/node_modules/ts-node/src/index.ts:859:12)\n",
    "src/slow.ts:3:1 loading",
  ],
  ["tsc", "src/slow.ts(3,1): error TS1128: Declaration or statement expected.\n", "src/slow.ts:3:1 loading"],
  [
    "Babel",
    "SyntaxError: /app/slow.js: Unexpected token (3:0)\n\n  2 | a\n> 3 | }\n    at constructor (/app/node_modules/@babel/parser/lib/index.js:367:19)",
    "/app/slow.js:3:1 loading",
  ],
  [
    "SWC",
    "Error:   x Expression expected\n   ,-[/app/slow.ts:3:1]\n 3 | }\n   : ^\n    at Compiler.transform (/app/node_modules/@swc/core/index.js:1:1)",
    "/app/slow.ts:3:1 loading",
  ],
  [
    "Node's own TypeScript",
    "node:internal/modules/typescript:67\n    throw error;\n    ^\n\n/app/slow.ts:3\n}\n^\n\nSyntaxError [ERR_INVALID_TYPESCRIPT_SYNTAX]: Expression expected\n    at parseTypeScript (node:internal/modules/typescript:67:40)\n\nNode.js v24.1.0",
    "/app/slow.ts:3:1 loading",
  ],
  [
    "the last of several",
    "Error: first\n    at a (/app/a.js:1:2)\n\nTypeError: last\n    at b (/app/b.js:3:4)\n\nnpm error code 1",
    "/app/b.js:3:4",
  ],
  [
    "a kind of file that Node does not read",
    "TypeError: Unknown file extension \".ts\" for /app/server.ts\n    at getFormat (node:internal/modules/esm/get_format:189:9) {\n  code: 'ERR_UNKNOWN_FILE_EXTENSION'\n}\n",
    "/app/server.ts:0:0 loading",
  ],
  ["an error in Node alone", "Error: listen EADDRINUSE\n    at Server.setupListenHandle (node:net:1908:16)\n", "nowhere"],
])("%s", (_what, stderr, place) => {
  expect(found(stderr)).toBe(place);
});

test("output without an error has none", () => {
  expect(outputError("listening\nGET /slow 200\n")).toBeUndefined();
});
