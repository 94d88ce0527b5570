#!/usr/bin/env node
import path from "node:path";
import { runCompiled } from "./compiled-script.ts";

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
  runCompiled(file, { exports, require, module });
}

main();
