import assert from "node:assert/strict";
import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { readRun } from "../../../language-server/history/run-store.ts";
import { lossesBesideWork } from "../../drivers/adapter/recorded-lines.ts";
import { heatline, hottestLine, placeApps, reportOf } from "./command.ts";
import { setting, thoroughTest } from "./windows-test.ts";

const programs = { pnpm: "pnpm/bin/pnpm.cjs", yarn: "yarn/bin/yarn.js" } as const;

for (const name of ["pnpm", "yarn"] as const)
  thoroughTest(`a script of ${name} is recorded through its .cmd file and what stands between`, async (folder) => {
    const apps = await placeApps(folder);
    const bin = path.join(folder, "bin");
    await mkdir(bin);
    // Like Yarn's own; npm's use a `goto` trick that wine does not support.
    const program = path.join(setting("HEATLINE_PACKAGES"), programs[name]);
    await writeFile(path.join(bin, `${name}.cmd`), `@echo off\r\nnode "${program}" %*\r\n`);
    const variable = Object.keys(process.env).find((each) => each.toUpperCase() === "PATH") ?? "PATH";
    const before = process.env[variable];
    process.env[variable] = `${bin};${before}`;
    try {
      const runs = path.join(folder, "runs");
      const { code, out, err } = await heatline(["record", "--out", runs, "--", name, "run", "work"], apps);
      assert.equal(code, 0, err + out);
      const run = await readRun(path.resolve(apps, /The run is in (.+)/.exec(out)?.[1] ?? ""));
      assert.deepEqual([run.recorder, lossesBesideWork(run)], ["exact", []]);
      assert.equal(hottestLine(await reportOf(runs, apps)), "script.js:5");
      const refused = await heatline(["record", "--", name, "run", "work", '" & echo a>b.txt "'], apps);
      assert.equal(refused.code, 1, refused.out);
      assert.match(refused.err, /^heatline: \w+ starts its script by cmd\.exe/);
    } finally {
      process.env[variable] = before;
    }
  });
