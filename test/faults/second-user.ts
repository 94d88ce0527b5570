import { type ChildProcess, execFileSync, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import os from "node:os";
import type { FileTrace } from "../drivers/file-trace.ts";

/** As root there is a second user; without root it is this one again, whose files are not to be opened in the shared folder either. */
export const isRoot = process.getuid?.() === 0;
const nobody = isRoot ? { uid: 65_534, gid: 65_534 } : {};

/** What `plant` names begin with, and nothing of the first user's does. */
const plantedNames = ["heatline-planted", "heatline-s-plant", "heatline-unsaved-plant", "heatline-profile-plant", "heatline"] as const;

/** Runs a shell script as the second user in a folder. Throws what it said if it fails. */
export function asSecondUser(script: string, cwd: string): string {
  return execFileSync("/bin/sh", ["-euc", script], { cwd, ...nobody, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });
}

/** The exit code of a shell script of the second user's. */
export function codeAsSecondUser(script: string, cwd: string): number | null {
  return spawnSync("/bin/sh", ["-c", script], { cwd, ...nobody, stdio: "ignore" }).status;
}

/**
 * Makes, as the second user, whatever might have the session look at it: folders with the names that sessions have or had, whose owners
 * have died, with notes that say to write to `target`, a folder of the first user's.
 */
export function plant(folder: string, target: string): void {
  const dead = spawnSync(process.execPath, ["-e", ""]).pid;
  const owner = JSON.stringify({ pid: dead, host: os.hostname() });
  const note = JSON.stringify({ version: 6, note: { runsFolder: target } });
  asSecondUser(
    `
umask 0
session() {
  mkdir "$1" "$1/reports" "$1/ticks" "$1/live"
  printf '%s' '${owner}' > "$1/owner.json"
  printf '%s' '${note}' > "$1/recovery.json"
  printf '%s' '${note}' > "$1/recovery.bin"
  echo 'require("node:fs").writeFileSync("${target}/run", "")' > "$1/heatline-hooks.cjs"
}
for name in heatline-planted heatline-s-planted heatline-unsaved-planted heatline-profile-planted; do session $name; done
for what in null huge pipe link folder swap; do session heatline-planted-$what; rm heatline-planted-$what/owner.json; done
printf null > heatline-planted-null/owner.json
printf '%s' '${owner}' > heatline-planted-huge/owner.json
truncate -s 8G heatline-planted-huge/owner.json
mkfifo heatline-planted-pipe/owner.json
ln -s '${target}/mine.json' heatline-planted-link/owner.json
mkdir heatline-planted-folder/owner.json
ln -s '${target}' heatline-planted-linked
mkdir heatline
for name in s-planted s-plant1 unsaved-plant1; do session heatline/$name; done
`,
    folder,
  );
}

/** Swaps an owner file for a link to the first user's, and back, until it is disposed of. */
export class Swapper implements AsyncDisposable {
  readonly #process: ChildProcess;

  constructor(folder: string, target: string) {
    const script = `while :; do printf '{"pid":0}' > new; mv new owner.json; ln -s '${target}/mine.json' new; mv new owner.json; done`;
    this.#process = spawn("/bin/sh", ["-c", script], { cwd: `${folder}/heatline-planted-swap`, ...nobody, stdio: "ignore" });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const ended = once(this.#process, "exit");
    this.#process.kill("SIGKILL");
    await ended;
  }
}

/** Calls that open, list, change or remove what the second user has planted, or look at it more than once. */
export async function touched(trace: FileTrace, folder: string): Promise<readonly string[]> {
  const found: string[] = [];
  for (const name of plantedNames) {
    // `heatline-s-x` of the first user's begins as `heatline` does.
    const calls = [...(await trace.calls(`${folder}/${name}/`)), ...(await trace.calls(`${folder}/${name}"`))];
    const looks = calls.filter(({ name: call, line }) => /stat/.test(call) && /NOFOLLOW|lstat/.test(line));
    found.push(...calls.filter((call) => !looks.includes(call)).map(({ line }) => line));
    if (looks.length > 1) found.push(...looks.map(({ line }) => line));
  }
  return found;
}
