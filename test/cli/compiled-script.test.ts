import { mkdtempSync, writeFileSync } from "node:fs";
import Module from "node:module";
import os from "node:os";
import path from "node:path";
import { Script } from "node:vm";
import { expect, test } from "vitest";
import { runCompiled } from "../../language-server/cli/compiled-script.ts";

test("a file runs from the code that was compiled for it, or from its text if there is none or V8 rejects it", () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), "compiled-"));
  const answer = (name: string, cache: (file: string) => Buffer | undefined): unknown => {
    const file = path.join(folder, name);
    writeFileSync(file, "exports.answer = [require('node:path').basename(__filename), 1];");
    const cached = cache(file);
    if (cached !== undefined) writeFileSync(`${file}.cache`, cached);
    return runCompiled(file);
  };
  // V8 distinguishes sources by their length.
  const other = Module.wrap("exports.answer = [require('node:path').basename(__filename), 2];");
  const compiled = (file: string): Buffer => new Script(other, { filename: file }).createCachedData();
  expect(answer("compiled.js", compiled)).toEqual({ answer: ["compiled.js", 2] });
  expect(answer("damaged.js", () => Buffer.from("no code"))).toEqual({ answer: ["damaged.js", 1] });
  expect(answer("plain.js", () => undefined)).toEqual({ answer: ["plain.js", 1] });
});
