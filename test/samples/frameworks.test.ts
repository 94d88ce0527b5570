// @module-tag thorough

import { execFile } from "node:child_process";
import { cp, mkdir, mkdtemp, readdir, readFile, realpath, symlink } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import type { JsonReport } from "../../language-server/reports/json-report.ts";
import type { Run } from "../../language-server/history/run.ts";
import { buildCommandLine } from "../cli/command-line.ts";
import { undisturbed } from "../drivers/undisturbed.ts";
import { installPackages, type packageSets } from "../workbench/installed-packages.mjs";

interface Framework {
  readonly name: string;
  readonly packages: keyof typeof packageSets;
  /** Where the app has its planted line. */
  readonly planted: string;
  readonly build?: readonly string[];
  readonly start: readonly string[];
  readonly path: string;
}

const frameworks: readonly Framework[] = [
  { name: "trpc", packages: "servers", planted: "planted.mjs", start: ["node", "server.mjs"], path: "/report,hello?batch=1&input=%7B%7D" },
  { name: "socket-io", packages: "servers", planted: "planted.mjs", start: ["node", "server.mjs"], path: "/report" },
  {
    name: "sveltekit",
    packages: "sveltekit",
    planted: "src/lib/planted.js",
    build: ["vite", "build"],
    start: ["node", "build"],
    path: "/report",
  },
  {
    name: "react-router",
    packages: "react-router",
    planted: "app/planted.js",
    build: ["react-router", "build"],
    start: ["react-router-serve", "build/server/index.js"],
    path: "/report",
  },
  // The task runner waits for the app in `execFileSync`.
  { name: "turborepo", packages: "turborepo", planted: "packages/pricing/src/planted.ts", start: ["turbo", "run", "start"], path: "/" },
];

const fixtures = path.resolve(import.meta.dirname, "../fixtures/frameworks");

async function installed({ name, packages, planted, build }: Framework): Promise<{ app: string; env: Record<string, string> }> {
  const app = path.join(await realpath(await mkdtemp(path.join(os.tmpdir(), "heatline-framework-"))), name);
  await cp(path.join(fixtures, name), app, { recursive: true });
  await mkdir(path.dirname(path.join(app, planted)), { recursive: true });
  await cp(path.join(fixtures, "planted.js"), path.join(app, planted));
  await symlink(await installPackages(packages), path.join(app, "node_modules"));
  if (name === "turborepo") {
    await mkdir(path.join(app, "apps/api/node_modules/@mono"), { recursive: true });
    await symlink(path.join(app, "packages/pricing"), path.join(app, "apps/api/node_modules/@mono/pricing"));
  }
  const env = { PATH: `${path.join(app, "node_modules/.bin")}${path.delimiter}${process.env["PATH"] ?? ""}`, HOST: "127.0.0.1" };
  if (build !== undefined) await promisify(execFile)(build[0] ?? "", build.slice(1), { cwd: app, env: { ...process.env, ...env } });
  return { app, env };
}

/** The hottest line, where the planted one is, and what it costs by Heatline as a multiple of the app's own clock. */
interface Measured {
  readonly hottest: string;
  readonly planted: string;
  readonly problems: Run["problems"];
  readonly ratio: number;
}

async function measured(framework: Framework): Promise<Measured> {
  const cli = await buildCommandLine();
  const { app, env } = await installed(framework);
  const load = ["--load", framework.path, "--duration", "3", "--warmup", "1"];
  const clock = path.join(app, "clock.json");
  const command = ["record", "--out", "runs", ...load, "--", ...framework.start];
  const { out, err } = await cli.run(command, { cwd: app, env: { ...env, PORT: "34917", CLOCK_FILE: clock } });
  const [folder] = await readdir(path.join(app, "runs"));
  if (folder === undefined) throw new Error(`No run.\n${out}${err}`);
  const run = JSON.parse(await readFile(path.join(app, "runs", folder, "run.json"), "utf8")) as Run;
  const report = JSON.parse((await cli.run(["report", "--json", path.join("runs", folder)], { cwd: app })).out) as JsonReport;
  const [hottest] = report.lines.toSorted((a, b) => b.withLibrariesTicks - a.withLibrariesTicks);
  const file = path.join(app, framework.planted);
  const line = (await readFile(file, "utf8")).split("\n").findIndex((text) => text.endsWith("// planted")) + 1;
  const usPerRequest = (1000 * run.cpuMs * (hottest?.totalTicks ?? 0)) / report.busyTicks / (run.load?.requests ?? 0);
  const spentUs = (JSON.parse(await readFile(clock, "utf8")) as number[]).toSorted((a, b) => a - b);
  return {
    hottest: `${hottest?.file}:${hottest?.line}`,
    planted: `${file}:${line}`,
    problems: run.problems,
    // The median leaves out the calls that compiled or waited for the processor.
    ratio: usPerRequest / (spentUs[spentUs.length >> 1] ?? 0),
  };
}

const isClose = ({ ratio }: Measured): boolean => ratio > 0.75 && ratio < 1.25;

test.each(frameworks.map((framework) => [framework.name, framework] as const))(
  "%s: the planted line is the hottest, and costs what the app's own clock says",
  { timeout: 240_000 },
  async (_name, framework) => {
    const result = await undisturbed(() => measured(framework), isClose, 3);
    expect(result).toMatchObject({ hottest: result.planted, problems: [] });
    expect(result).toSatisfy(isClose);
  },
);
