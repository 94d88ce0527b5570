/**
 * What an event of perf measures: `clock` and `cycles` are time (an event that was not printed is taken for such); `counter` is what else a processor counts, which shares follow more or
 * less; `occurrence` is something that happens once in a while, such as a page fault or a tracepoint.
 */
export type EventKind = "clock" | "cycles" | "counter" | "occurrence";

interface PerfEvent {
  /** As perf names it: `cpu_core/cycles/Pu`. */
  readonly name: string;
  /** Without its unit and modifiers: `cycles`. */
  readonly base: string;
  /** The part of the processor that counts it: `cpu_core`; "" for all of it. */
  readonly unit: string;
  /** Of `u` (the app) and `k` (the kernel), those that it counts. */
  readonly modes: ReadonlySet<string>;
  readonly kind: EventKind;
}

const ofUnit = /^([\w.-]+)\/([^/]*)\/([A-Za-z]*)$/;
const ofAll = /^([\w.-]+)(?::([ukhpPHGSDIWeb]*))?$/;
const faults = /^(?:(?:page|minor|major|alignment|emulation)-)?faults$|^(?:context|cgroup)-switches$|^cs$|^(?:cpu-)?migrations$/;
const others = /^(?:dummy|bpf-output)$/;
/** By their names in perf, and in the tables of Intel and AMD. */
const cycles = /^(?:(?:ref|bus|core|total)-)?cycles(?:-ct|-t)?$|^cpu_clk_unhalted\b|^ls_not_halted_cyc\b/;

export function eventKind(name: string): EventKind {
  return perfEvent(name).kind;
}

/**
 * The events to show, of those that a recording has with their numbers of samples: those that measure time, if any, and of several only the
 * one with most samples, as the same time would count twice. Parts of one time belong together: a hybrid processor counts on each kind of
 * core, and the app's code can be counted apart from the kernel's.
 */
export function shownEvents(counts: ReadonlyMap<string, number>): readonly string[] {
  const events = [...counts.keys()].map(perfEvent).toSorted((a, b) => (counts.get(b.name) ?? 0) - (counts.get(a.name) ?? 0));
  const groups = events.map((first) => {
    const parts = [first];
    for (const event of events) if (parts.every((part) => areParts(part, event))) parts.push(event);
    return { kind: first.kind, parts, samples: parts.reduce((sum, { name }) => sum + (counts.get(name) ?? 0), 0) };
  });
  const [best] = groups.toSorted((a, b) => rankOf(a.kind) - rankOf(b.kind) || b.samples - a.samples);
  return best?.parts.map(({ name }) => name) ?? [];
}

function rankOf(kind: EventKind): number {
  return kind === "clock" || kind === "cycles" ? 0 : kind === "counter" ? 1 : 2;
}

function areParts(a: PerfEvent, b: PerfEvent): boolean {
  if (a.base !== b.base || a.name === b.name) return false;
  if (a.unit !== b.unit) return a.unit !== "" && b.unit !== "";
  return ![...a.modes].some((mode) => b.modes.has(mode));
}

function perfEvent(name: string): PerfEvent {
  const [, unit, config = "", ofPart = ""] = ofUnit.exec(name) ?? [];
  const [, plain, ofWhole = ""] = ofAll.exec(name) ?? [];
  const base = (plain ?? config).split(",")[0]?.replace(/^cpu[-_]cycles$/, "cycles") ?? "";
  const modes = new Set((plain === undefined ? ofPart : ofWhole).replaceAll(/[^uk]/g, "") || "uk");
  const isNamed = unit !== undefined || plain !== undefined;
  return { name, base: isNamed ? base : name, unit: unit === "cpu" ? "" : (unit ?? ""), modes, kind: kindOf(base, unit, isNamed, name) };
}

function kindOf(base: string, unit: string | undefined, isNamed: boolean, name: string): EventKind {
  if (/^(?:cpu|task)[-_]clock$/.test(base)) return "clock";
  // A subsystem and what happens in it, `sched:sched_switch`, or an address, `mem:0x1000:w`.
  if (!isNamed && name.includes(":") && !name.includes("/")) return "occurrence";
  if (faults.test(base) || others.test(base)) return "occurrence";
  return name === "" || cycles.test(base) || (unit === "ibs_op" && base === "") ? "cycles" : "counter";
}
