import { expect, test } from "vitest";
import { type Drawing, drawRun, makeApp } from "../../drivers/server/drawn-run.ts";
import { buildCommandLine } from "../command-line.ts";

/** What `heatline report` prints of a run that was busy for 400 ms, after `extra` options. */
async function headOf(run: Drawing["run"], load?: Drawing["load"], ...extra: readonly string[]): Promise<string> {
  const app = await makeApp({ "app.js": "function work() {}\nwork();\n" });
  const cli = await buildCommandLine();
  const folder = await drawRun(app, {
    scripts: { "app.js": "function work() {}\nwork();\n" },
    threads: ["400 | app.js work@1:14 1:1"],
    run: { ...run },
    ...(load === undefined ? {} : { load }),
  });
  const { out } = await cli.run(["report", folder, ...extra], { cwd: app.folder, env: { LC_ALL: "C.UTF-8" } });
  return out.split("\n\n")[0] ?? "";
}

test("the heading of a script says how long it ran, and with how much CPU time if that is known", async () => {
  const script = { end: "exited", window: "first-line", durationMs: 1350 } as const;
  expect(await headOf({ ...script, cpuMs: 460 })).toMatch(/^ran for 1\.35 s, with 460 ms of CPU time$/m);
  expect(await headOf({ ...script, cpuMs: 0 })).toMatch(/^ran for 1\.35 s$/m);
  // Of a part of it, that is not its time.
  expect(await headOf({ ...script, cpuMs: 460 }, undefined, "--from", "0", "--to", "0.1")).not.toContain("ran for");
  expect(await headOf({ ...script, end: "stopped", cpuMs: 460 })).not.toContain("ran for");
});

test("CPU time per request is that of the processes; where it is not known, busy time is called so", async () => {
  const load = { requests: 100 };
  expect(await headOf({ cpuMs: 250 }, load)).toMatch(/ · 2\.5 ms CPU per request$/m);
  expect(await headOf({ cpuMs: 0 }, load)).toMatch(/ · 4 ms of busy time per request$/m);
});
