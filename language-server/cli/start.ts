#!/usr/bin/env node
import { readFileSync } from "node:fs";
import Module from "node:module";
import path from "node:path";
import { Script } from "node:vm";

const file = path.join(__dirname, "command-line.js");

const oldestMajor = 20;

/** Must run on any Node version, unlike the bundle that it starts, to report an unsupported one. */
function main(): void {
  if (Number.parseInt(process.versions.node, 10) < oldestMajor) {
    process.stderr.write(
      `heatline needs Node.js ${oldestMajor} or later, and this is ${process.versions.node}. The app that it records may run on Node.js 18: heatline record -- PATH-OF-NODE-18 app.js\n`,
    );
    process.exitCode = 2;
    return;
  }
  startCommand();
}

/**
 * Runs the command from V8's code cache made by the build (`command-line.js.cache`): compiling takes about a tenth of the time for a small
 * log. Another V8 version rejects the cache; then, as without one, the code is compiled as usual.
 */
function startCommand(): void {
  const script = new Script(Module.wrap(readFileSync(file, "latin1")), { filename: file, cachedData: readIfPresent(`${file}.cache`) });
  const start = script.runInThisContext() as (...scope: readonly unknown[]) => void;
  start(exports, require, module, file, __dirname);
}

function readIfPresent(name: string): Buffer | undefined {
  try {
    return readFileSync(name);
  } catch (error) {
    if (error instanceof Error && "code" in error) return undefined;
    throw error;
  }
}

main();
