import { readdirSync, readFileSync } from "node:fs";
import autocannon from "autocannon";

/** What is fired at an app under measurement: always the same number of requests, so that every run does the same work. */
export interface FixedLoad {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly connections: number;
  readonly warmupRequests: number;
  readonly requests: number;
}

/** CPU milliseconds (user + system) per request of a process and its threads, after the warm-up. Linux only: it reads /proc. */
export async function cpuPerRequestMs(pid: number, baseUrl: string, load: FixedLoad): Promise<number> {
  await fire(baseUrl, load, load.warmupRequests);
  const before = cpuMs(pid);
  await fire(baseUrl, load, load.requests);
  return (cpuMs(pid) - before) / load.requests;
}

async function fire(baseUrl: string, { path, headers, connections }: FixedLoad, amount: number): Promise<void> {
  const { non2xx, errors } = await autocannon({ url: baseUrl + path, headers: { ...headers }, connections, amount, timeout: 60 });
  if (non2xx + errors > 0) throw new Error(`${baseUrl}${path}: ${non2xx} bad answers, ${errors} errors`);
}

/** proc(5): fields 14 and 15 of stat, in hundredths of a second; counted from the state, which follows the name in parentheses. */
function cpuMs(pid: number): number {
  const fields = statFields(pid);
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

function statFields(pid: number): readonly string[] {
  const text = readFileSync(`/proc/${pid}/stat`, "utf8");
  return text.slice(text.lastIndexOf(")") + 2).split(" ");
}

/** The youngest descendant of a process whose command line holds this word: the app under a profiler that starts it. */
export function descendantRunning(root: number, word: string): number {
  const family = new Set([root]);
  const found: number[] = [];
  const pids = readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .toSorted((a, b) => a - b);
  for (const pid of pids) {
    const [parent, command] = parentAndCommand(pid);
    if (!family.has(parent) && pid !== root) continue;
    family.add(pid);
    if (command.split("\0").some((argument) => argument.endsWith(word))) found.push(pid);
  }
  const last = found.at(-1);
  if (last === undefined) throw new Error(`No process below ${root} runs ${word}`);
  return last;
}

function parentAndCommand(pid: number): readonly [number, string] {
  try {
    return [Number(statFields(pid)[1]), readFileSync(`/proc/${pid}/cmdline`, "utf8")];
  } catch (error) {
    // It ended between the listing and the reading.
    if (error instanceof Error && "code" in error) return [0, ""];
    throw error;
  }
}
