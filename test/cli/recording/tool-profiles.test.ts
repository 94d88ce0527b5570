import { mkdtemp, realpath, stat, symlink, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import type { JsonReport } from "../../../language-server/reports/json-report.ts";
import { buildCommandLine } from "../command-line.ts";

const packages = path.resolve(import.meta.dirname, "../../../node_modules");

test("a run of TypeScript 7 has the profile that tsc wrote of itself, and says where it is", async () => {
  const cli = await buildCommandLine();
  const cwd = await realpath(await mkdtemp(path.join(os.tmpdir(), "heatline-tsc-")));
  await symlink(packages, path.join(cwd, "node_modules"));
  await writeFile(path.join(cwd, "index.ts"), "export const one: number = 1;\n");
  const program = [process.execPath, "node_modules/typescript/bin/tsc", "--noEmit", "--ignoreConfig", "--pprofDir", "prof", "index.ts"];
  const recorded = await cli.run(["record", "--out", "runs", "--", ...program], { cwd });
  expect(recorded.out).toContain("The run is in");
  const report = JSON.parse((await cli.run(["report", "runs", "--json"], { cwd })).out) as JsonReport;
  const [profile] = report.toolProfiles ?? [];
  expect(profile).toMatchObject({ tool: "tsc", file: expect.stringMatching(/profiles.tsc-1\.pb\.gz$/) as string });
  expect(recorded.out).toContain(`tsc’s own profile: ${profile?.file}`);
  expect((await stat(profile?.file ?? "")).mode & 0o077).toBe(0);
  expect((await cli.run(["report", profile?.file ?? ""], { cwd })).out).toContain("pprof · ");
  expect((await cli.run(["export", "runs", "--format", "markdown"], { cwd })).out).toContain(
    "- **tsc’s own profile**: profiles/tsc-1.pb.gz",
  );
});
