import { readdir, readFile, readlink } from "node:fs/promises";
import path from "node:path";
import { ifRefused } from "../refusals.ts";

/** A Node process of this user, as listed by the operating system. */
export interface ListedNode {
  readonly pid: number;
  /** Absolute path of the program. */
  readonly executable: string;
  /** The complete command line, including the runtime. */
  readonly commandLine: string;
  /** The command line without the runtime. */
  readonly command: string;
  /** "" if the system does not report it. */
  readonly cwd: string;
  /** IPv4 ports that it is listening on. */
  readonly ports: readonly number[];
}

/** The Node processes of this user, from /proc, which hides other users' programs. */
export async function listLinuxNodes(): Promise<readonly ListedNode[]> {
  const listening = await listeningPorts();
  const pids = (await readdir("/proc")).filter((name) => /^\d+$/.test(name));
  const found = await Promise.all(pids.map((pid) => describe(pid, listening)));
  return found.filter((each) => each !== undefined);
}

async function describe(pid: string, listening: ReadonlyMap<string, number>): Promise<ListedNode | undefined> {
  const executable = await link(pid, "exe");
  if (!path.basename(executable).startsWith("node")) return undefined;
  const [words = "", cwd, sockets] = await Promise.all([
    readFile(`/proc/${pid}/cmdline`, "utf8").catch(ifRefused),
    link(pid, "cwd"),
    socketsOf(pid),
  ]);
  const all = words.split("\0").filter((part) => part !== "");
  const [runtime = "", ...args] = all;
  // A process that sets its title has that as its command line.
  const command = (path.basename(runtime).startsWith("node") ? args : all).join(" ");
  const ports = sockets.flatMap((each) => listening.get(each) ?? []);
  return { pid: Number(pid), executable, commandLine: all.join(" "), command, cwd, ports };
}

async function socketsOf(pid: string): Promise<readonly string[]> {
  const names = (await readdir(`/proc/${pid}/fd`).catch(ifRefused)) ?? [];
  const targets = await Promise.all(names.map((name) => link(pid, `fd/${name}`)));
  return targets.flatMap((target) => /^socket:\[(\d+)\]$/.exec(target)?.[1] ?? []);
}

/** Ports by inode of the listening socket (proc(5), net/tcp: state 0A is listening, field 10 is the inode). */
async function listeningPorts(): Promise<ReadonlyMap<string, number>> {
  const text = (await readFile("/proc/net/tcp", "utf8").catch(ifRefused)) ?? "";
  return new Map(
    text.split("\n").flatMap((line) => {
      const fields = line.trim().split(/\s+/);
      const port = Number.parseInt(fields[1]?.split(":")[1] ?? "", 16);
      return fields[3] === "0A" && fields[9] !== undefined ? [[fields[9], port] as const] : [];
    }),
  );
}

/** "" for a process that has ended, or is not ours. */
async function link(pid: string, name: string): Promise<string> {
  return (await readlink(`/proc/${pid}/${name}`).catch(ifRefused)) ?? "";
}
