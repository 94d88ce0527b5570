import { execFile } from "node:child_process";
import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { currentPlatform } from "./current-platform.ts";
import { ifRefused } from "./refusals.ts";

/** What V8 calls the threads that send the signals of its sampler, one for each isolate that is sampled. */
const samplerName = "SamplingThread\n";

/** Numbers of `sched_setattr` and `sched_getattr` (asm/unistd_64.h; asm-generic/unistd.h for arm64). */
const calls: Readonly<Partial<Record<NodeJS.Architecture, readonly [set: number, get: number]>>> = { x64: [314, 315], arm64: [274, 275] };

/**
 * A slice of 0.1 ms, the shortest, for each thread: struct sched_attr of 48 bytes (linux/sched/types.h). Niceness, policy and the flag
 * reset-on-fork stay as they are; utilization clamps do where no flag asks for others. Only SCHED_OTHER and SCHED_BATCH have slices.
 */
const script = `my ($set, $get, @threads) = map { $_ + 0 } @ARGV;
my $form = "LLQlLQQQ";
for my $thread (@threads) {
  my $attr = "\\0" x 48;
  next if syscall($get, $thread, $attr, 48, 0) != 0;
  my (undef, $policy, $flags, $nice) = unpack($form, $attr);
  next if $policy != 0 && $policy != 3;
  my $short = pack($form, 48, $policy, $flags & 1, $nice, 0, 100000, 0, 0);
  print "$thread\\n" if syscall($set, $thread, $short, 0) == 0;
}`;

const limitMs = 5000;
const run = promisify(execFile);

/**
 * Where V8's sampling threads share a core with the app, Linux (EEVDF, 6.12 and later) lets them in only when the app's slice of some 3 ms
 * ends, so they never see shorter work; with a slice of their own that is shorter, they are let in at once. Node cannot ask for that; perl
 * can, and is part of every Debian and Ubuntu. Returns the threads that have it now: none without perl, or on another system.
 */
export async function shortenSlices(
  threads: readonly number[],
  platform: NodeJS.Platform = currentPlatform,
  arch: NodeJS.Architecture = process.arch,
): Promise<readonly number[]> {
  const numbers = platform === "linux" ? calls[arch] : undefined;
  if (numbers === undefined || threads.length === 0) return [];
  try {
    // Nothing of the user's settings of perl: they may load modules, or print.
    const env = { PATH: process.env["PATH"] };
    const { stdout } = await run("perl", ["-e", script, ...[...numbers, ...threads].map(String)], { env, timeout: limitMs });
    return stdout.split("\n").filter(Boolean).map(Number);
  } catch (error) {
    // There is no perl, or a sandbox forbids the calls.
    return ifRefused(error) ?? [];
  }
}

/** Whether the scheduler can leave short work out of all samples. */
export function canMissShortWork(platform: NodeJS.Platform = currentPlatform): boolean {
  return platform === "linux";
}

/** V8's sampling threads of a process; none on other systems, or once it is gone. */
export async function samplersOf(pid: number, platform: NodeJS.Platform = currentPlatform): Promise<readonly number[]> {
  if (platform !== "linux") return [];
  const tasks = `/proc/${pid}/task`;
  const ids = (await readdir(tasks).catch(ifRefused)) ?? [];
  const names = await Promise.all(ids.map((id) => readFile(path.join(tasks, id, "comm"), "utf8").catch(() => "")));
  return ids.filter((_id, index) => names[index] === samplerName).map(Number);
}
