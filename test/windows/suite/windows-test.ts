import { appendFileSync, existsSync } from "node:fs";
import { mkdtemp, readdir, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { removeWhenFree } from "../../../language-server/platform/busy-files.ts";
import { privatePath } from "../../../language-server/platform/private/state-path.ts";
import { isOutlived } from "../../drivers/outlived-session.ts";
import { waitUntilGone, windowsProcesses } from "./windows-processes.ts";

/** A test runner small enough for wine, whose results go to a file: Node for Windows cannot write to a pipe of Linux. */

interface Test {
  readonly name: string;
  readonly run: (folder: string) => Promise<void>;
}

const limitMs = 120_000;
const tests: Test[] = [];

/** `folder` is an empty folder for this test, which is also `os.tmpdir()`. */
export function test(name: string, run: (folder: string) => Promise<void>): void {
  if (tests.length === 0) setImmediate(() => void runAll());
  tests.push({ name, run });
}

/** A further case of what another test shows, or one that takes long: `npm test` leaves it out. */
export function thoroughTest(name: string, run: Test["run"]): void {
  if (!isFew()) test(name, run);
}

function isFew(): boolean {
  return setting("HEATLINE_TEST_FEW") === "1";
}

/** The value of an environment variable that the Linux side sets. */
export function setting(
  name:
    | "HEATLINE_RESULTS"
    | "HEATLINE_OUT"
    | "HEATLINE_FIGURES"
    | "HEATLINE_NPM_PACKAGE"
    | "HEATLINE_PACKAGES"
    | "HEATLINE_TEMP"
    | "HEATLINE_TSX"
    | "HEATLINE_TEST_FEW",
): string {
  const value = process.env[name];
  if (value === undefined) throw new Error(`${name} is not set: run this by npm run test:windows.`);
  return value;
}

/** As in Vitest, `npm test` repeats a test that fails once: the machine may be busy with other things. */
async function runAll(): Promise<void> {
  const results = setting("HEATLINE_RESULTS");
  const write = (line: object): void => appendFileSync(results, `${JSON.stringify(line)}\n`);
  await writeFile(results, "");
  write({ planned: tests.length });
  for (const { name, run } of tests) {
    const started = performance.now();
    let error = await failureOf(run);
    if (error !== undefined && isFew()) {
      write({ name, first: error });
      error = await failureOf(run);
    }
    write({ name, error, seconds: (performance.now() - started) / 1000 });
  }
  process.exit(0);
}

/** Runs a test. One that passes must leave neither a process nor a folder behind. */
async function failureOf(run: Test["run"]): Promise<string | undefined> {
  const folder = await mkdtemp(path.join(setting("HEATLINE_TEMP"), "test-"));
  for (const variable of ["TEMP", "TMP"]) process.env[variable] = folder;
  process.env["LOCALAPPDATA"] = path.join(folder, "local");
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`It took more than ${limitMs / 1000} s.`)), limitMs);
  });
  try {
    await Promise.race([run(folder), limit]);
    const now = await windowsProcesses();
    // A taskkill may still be ending when what it killed is gone.
    const isKill = now.length > 0 && now.every(({ command }) => /^taskkill\.exe,/i.test(command));
    const processes = isKill ? await waitUntilGone("", 10_000) : now;
    if (processes.length > 0) throw new Error(`It left processes: ${JSON.stringify(processes)}`);
    const temporary = (await readdir(os.tmpdir())).filter((name) => name.startsWith("heatline-") && !name.startsWith("heatline-test-"));
    const left = [...temporary, ...(await privateEntries())];
    if (left.length > 0) throw new Error(`It left folders: ${left.join(", ")}`);
    // No process of ours uses it any more. What wine does not release is removed by the Linux side before the next run.
    await removeWhenFree(folder);
    return undefined;
  } catch (error) {
    const left = await windowsProcesses();
    for (const { pid } of left) endNow(pid);
    const said = error instanceof Error ? (error.stack ?? error.message) : String(error);
    return [said, ...left.map(({ pid, command }) => `running: ${pid} ${command}`)].join("\n");
  } finally {
    clearTimeout(timer);
  }
}

/** What is in Heatline's private folder, without what stays until Windows starts again; nothing where a test has started no session. */
async function privateEntries(): Promise<readonly string[]> {
  const folder = privatePath();
  if (folder === undefined || !existsSync(folder)) return [];
  // What Node keeps there of the installed command.
  const names = (await readdir(folder)).filter((name) => name !== "compiled");
  const isStaying = await Promise.all(names.map((name) => isOutlived(path.join(folder, name))));
  return names.filter((_name, index) => isStaying[index] !== true);
}

/** Ends a process, so that the next test starts without it. */
function endNow(pid: number): void {
  try {
    process.kill(pid);
  } catch (error) {
    if (!(error instanceof Error && "code" in error)) throw error;
  }
}
