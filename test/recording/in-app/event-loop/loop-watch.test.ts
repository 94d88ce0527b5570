import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { exportsOf } from "../../../../language-server/recording/inspector/evaluate.ts";
import { buildAdapter } from "../../../drivers/adapter/adapter-bundle.ts";
import { nodeOf } from "../../../workbench/node-versions.mjs";

let folder: string;
beforeAll(async () => (folder = await mkdtemp(path.join(os.tmpdir(), "heatline-loop-"))));
afterAll(() => rm(folder, { recursive: true, force: true }));

/** It looks at what is open while nothing happens, and has nothing more to do after 1.2 s. */
const program = `
  const messages = [];
  globalThis.__heatlineReport = (text) => messages.push(JSON.parse(text));
  exported.attach();
  const hooks = globalThis[Symbol.for("heatline")];
  const open = () => [process._getActiveHandles().length, process.getActiveResourcesInfo().filter((name) => name !== "Timeout").length];
  const begun = Number(process.hrtime.bigint()) / 1000;
  setTimeout(() => {
    const before = open();
    hooks.watchLoop();
    setTimeout(() => {
      const during = open();
      setTimeout(() => {
        const last = hooks.unwatchLoop();
        const again = hooks.unwatchLoop() ?? null;
        hooks.watchLoop();
        const isOf = (report) => report.atUs > begun && report.busy >= 0 && report.busy <= 1 && report.heapUsed > 1e6 && report.delayP99Ms >= 0;
        console.log(JSON.stringify({ isSame: String(before) === String(during), kinds: messages.map(({ kind }) => kind), areOf: [...messages, last].every(isOf), again }));
      }, 700);
    }, 300);
  }, 200);`;

test.each([18, 20, 24, 26])(
  "Node %i: while an event loop is watched nothing is open, and the app ends when it has nothing to do",
  async (major) => {
    const { inApp } = await buildAdapter();
    const file = path.join(folder, `watched-${major}.cjs`);
    await writeFile(file, `const exported = ${exportsOf(await readFile(path.join(inApp, "attached-hooks.js"), "utf8"))};\n${program}`);
    const { stdout } = await promisify(execFile)(await nodeOf(major), [file], {
      env: { ...process.env, NODE_OPTIONS: "" },
      timeout: 60_000,
    });
    const { isSame, kinds, areOf, again } = JSON.parse(stdout) as Record<string, unknown>;
    expect({ isSame, areOf, again }).toEqual({ isSame: true, areOf: true, again: null });
    expect(new Set(kinds as string[])).toEqual(new Set(["loop"]));
  },
);
