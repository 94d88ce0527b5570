import { readdirSync, readFileSync } from "node:fs";
import autocannon from "autocannon";

/** The requests sent to a measured app: always the same number, so that every app does the same work. */
export interface FixedLoad {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly connections: number;
  readonly warmupRequests: number;
  /** Per burst. */
  readonly requests: number;
}

/**
 * An app that is suspended by SIGSTOP except during its bursts of load. Several apps can so be measured in turns of a few seconds, and all are
 * affected equally by other load on the machine. Linux only: reads /proc.
 */
export class BurstApp {
  readonly #pid: number;
  readonly #baseUrl: string;
  readonly #load: FixedLoad;

  private constructor(pid: number, baseUrl: string, load: FixedLoad) {
    this.#pid = pid;
    this.#baseUrl = baseUrl;
    this.#load = load;
  }

  /** Warms the app up first. */
  static async from({ pid, baseUrl }: { readonly pid: number; readonly baseUrl: string }, load: FixedLoad): Promise<BurstApp> {
    await fire(baseUrl, load, load.warmupRequests);
    process.kill(pid, "SIGSTOP");
    return new BurstApp(pid, baseUrl, load);
  }

  /** CPU milliseconds (user + system) per request of the process and its threads. */
  async burst(): Promise<number> {
    process.kill(this.#pid, "SIGCONT");
    const before = cpuMs(this.#pid);
    await fire(this.#baseUrl, this.#load, this.#load.requests);
    const after = cpuMs(this.#pid);
    process.kill(this.#pid, "SIGSTOP");
    return (after - before) / this.#load.requests;
  }

  /** Resumes the app so that it can be ended as usual. */
  release(): void {
    process.kill(this.#pid, "SIGCONT");
  }
}

export async function fire(baseUrl: string, { path, headers, connections }: FixedLoad, amount: number): Promise<void> {
  const { non2xx, errors } = await autocannon({ url: baseUrl + path, headers: { ...headers }, connections, amount, timeout: 60 });
  if (non2xx + errors > 0) throw new Error(`${baseUrl}${path}: ${non2xx} bad answers, ${errors} errors`);
}

/** CPU milliseconds of all live threads: the first number of a thread's schedstat has nanoseconds. */
export function cpuMs(pid: number): number {
  const threads = `/proc/${pid}/task`;
  return readdirSync(threads).reduce(
    (sum, thread) => sum + Number(readFileSync(`${threads}/${thread}/schedstat`, "utf8").split(" ")[0]) / 1e6,
    0,
  );
}

function statFields(pid: number): readonly string[] {
  const text = readFileSync(`/proc/${pid}/stat`, "utf8");
  return text.slice(text.lastIndexOf(")") + 2).split(" ");
}

/** The youngest descendant of a process whose command line contains this word: the app that a profiler started. */
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
    // It ended between listing and reading.
    if (error instanceof Error && "code" in error) return [0, ""];
    throw error;
  }
}
