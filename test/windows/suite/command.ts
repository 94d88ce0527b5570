import { spawn } from "node:child_process";
import { cp } from "node:fs/promises";
import path from "node:path";
import type { JsonReport } from "../../../language-server/reports/json-report.ts";
import { startedAgain } from "../../drivers/started-again.ts";
import { setting } from "./windows-test.ts";

export interface Outcome {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

const windowsApps = path.join(import.meta.dirname, "../apps");

/** Copies the suite's apps to the folder in which they run; returns it. */
export async function placeApps(folder: string, name = "app"): Promise<string> {
  const apps = path.join(folder, name);
  await cp(windowsApps, apps, { recursive: true });
  return apps;
}

/** Runs the built command to its end. */
export function heatline(args: readonly string[], cwd: string): Promise<Outcome> {
  return runNode([path.join(setting("HEATLINE_OUT"), "heatline.js"), ...args], cwd);
}

/** Runs Node to its end. */
export async function runNode(args: readonly string[], cwd: string): Promise<Outcome> {
  const child = startedAgain(() =>
    spawn(process.execPath, args, { cwd, env: { ...process.env, LC_ALL: "C.UTF-8" }, stdio: ["ignore", "pipe", "pipe"] }),
  );
  let [out, err] = ["", ""];
  child.stdout.setEncoding("utf8").on("data", (text: string) => (out += text));
  child.stderr.setEncoding("utf8").on("data", (text: string) => (err += text));
  const code = await new Promise<number | null>((resolve, reject) => child.on("error", reject).on("close", resolve));
  return { code, out, err };
}

/** `heatline report --json` for the app's own code in a profile, or in the newest run in a folder. */
export async function reportOf(target: string, cwd: string, options: readonly string[] = []): Promise<JsonReport> {
  const { code, out, err } = await heatline(["report", target, "--json", "--filter", "own", ...options], cwd);
  if (code !== 0) throw new Error(`heatline report ended with code ${code}: ${err}`);
  return JSON.parse(out) as JsonReport;
}

/** `script.js:5`: the hottest line of a report, except the code that starts the app, which is slow in wine. */
export function hottestLine({ lines }: JsonReport): string {
  const [hottest] = lines
    .filter(({ file }) => !file.endsWith("/wrapper.js"))
    .toSorted((a, b) => b.withLibrariesTicks - a.withLibrariesTicks);
  return hottest === undefined ? "none" : `${path.win32.basename(hottest.file)}:${hottest.line}`;
}
