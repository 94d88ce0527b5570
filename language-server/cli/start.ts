#!/usr/bin/env node
import { readFileSync } from "node:fs";
import Module from "node:module";
import path from "node:path";
import { Script } from "node:vm";

const file = path.join(__dirname, "command-line.js");

/**
 * Runs the command as the build had V8 compile it beforehand (`command-line.js.cache`): to compile it anew takes about a tenth of what a small log takes in
 * all. V8 refuses the code of another V8, and then, as without any, all is compiled as usual.
 */
const script = new Script(Module.wrap(readFileSync(file, "latin1")), { filename: file, cachedData: readIfPresent(`${file}.cache`) });
const start = script.runInThisContext() as (...scope: readonly unknown[]) => void;
start(exports, require, module, file, __dirname);

function readIfPresent(name: string): Buffer | undefined {
  try {
    return readFileSync(name);
  } catch (error) {
    if (error instanceof Error && "code" in error) return undefined;
    throw error;
  }
}
