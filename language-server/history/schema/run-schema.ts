import * as v from "valibot";
import { codedTextSchema, runFailureSchema, runWarningSchema, amount, count, text } from "./run-failure.ts";
import { loadReportSchema } from "../../analysis/load/load-schema.ts";
import { runScriptSchema } from "../scripts/run-scripts.ts";
import { runThreadSchema } from "../run-thread.ts";
import { savingsSchema } from "./savings-schema.ts";
import type { RunMachine } from "../../analysis/compare/comparability.ts";

export const mostToolProfiles = 20;

/** What `run.json` says of them. Files are relative to the run's folder. */
const toolProfilesSchema = v.pipe(
  v.array(v.pipe(v.object({ tool: v.literal("tsc"), file: v.pipe(v.string(), v.regex(/^profiles\/tsc-\d{1,3}\.pb\.gz$/)) }), v.readonly())),
  v.maxLength(mostToolProfiles),
  v.readonly(),
);

const machineSchema: v.GenericSchema<unknown, RunMachine> = v.pipe(
  v.object({
    /** As the processor calls itself. */
    cpu: v.optional(text),
    /** Processors that one process could use. */
    cores: v.optional(count),
    /** Hash of what its system calls this boot: equal for all runs until it is started again, and no other machine has it. */
    boot: v.optional(v.pipe(v.string(), v.regex(/^[\da-f]{16}$/))),
  }),
  v.readonly(),
);

export const runSchemaVersion = 3;

/** What can be measured: `ticks`, which every run has, and what *Explain…* adds. */
const passKinds = ["ticks", "routes", "waits", "counts", "allocations"] as const;
export type PassKind = (typeof passKinds)[number];

const texts = v.pipe(v.array(text), v.readonly());

/** Schema of `run.json`, which is untrusted. File names and hashes are restricted so that they cannot lead out of the run's folder. */
export const runSchema = v.pipe(
  v.object({
    schema: v.literal(runSchemaVersion),
    id: v.pipe(v.string(), v.regex(/^[\w-]{1,100}$/)),
    name: text,
    /** ISO 8601. */
    startedAt: v.pipe(v.string(), v.isoTimestamp()),
    app: v.pipe(
      v.object({
        /** The folder the app ran in. Own code is what is in `workspaceFolders` outside node_modules. */
        cwd: text,
        workspaceFolders: texts,
        /** Where the app's folders are on this machine, from its launch configuration. */
        pathMappings: v.optional(v.pipe(v.record(text, text), v.readonly())),
        argv: texts,
        nodeVersion: text,
        v8Version: text,
        gitCommit: text,
      }),
      v.readonly(),
    ),
    /** Left out by older runs, and where the app may have run on another machine than it was recorded from. */
    machine: v.optional(machineSchema),
    recorder: v.picklist(["inspector", "exact", "import"]),
    /** Why the requested recorder was not used. */
    recorderNote: v.optional(codedTextSchema),
    end: v.picklist(["load-ended", "cancelled", "exited", "stopped", "crashed", "time-cap", "disconnected", "recovered"]),
    /** Exit code of the app, if it ended by itself. */
    exitCode: v.optional(v.pipe(v.number(), v.integer())),
    /** `first-line`: recorded from the app's first line, as it listened on no port until its end; `measured`: the part that was asked for. */
    window: v.optional(v.picklist(["first-line", "measured"])),
    /** Of a recording from the first line that went on: when the app first listened. Until then it started. */
    listenedAtMs: v.optional(amount),
    /** A load was to follow, and never began. */
    lacksLoad: v.optional(v.boolean()),
    failure: v.optional(runFailureSchema),
    /** Length of the measured window. */
    durationMs: amount,
    /** CPU time of the process in the window, user + system; 0 if unknown. */
    cpuMs: amount,
    /** Share of the window in which the main process's event loop was not idle, measured in the app. */
    eventLoopBusy: v.optional(v.pipe(v.number(), v.minValue(0), v.maxValue(1))),
    /** Event loop delay of the main process in the window, measured in the app. */
    eventLoopDelay: v.optional(v.pipe(v.object({ p99Ms: amount, maxMs: amount }), v.readonly())),
    warnings: v.optional(list(runWarningSchema)),
    load: v.optional(loadReportSchema),
    /** The user wanted the secrets of its command line and requests kept (`heatline.keepSecrets`). */
    keepsSecrets: v.optional(v.boolean()),
    /** An agent measured it: as its client calls itself, "" if it does not. */
    agent: v.optional(v.pipe(v.string(), v.maxLength(100))),
    /** What ran is one test (or all of a file, if its name is ""), and was run that often. */
    test: v.optional(v.pipe(v.object({ runner: text, file: text, name: text, runs: count, apartMs: amount }), v.readonly())),
    /** What ran is the start of the app, that often, until it listened or ended; one took `eachMs` ± `marginMs` (95 %) from its first line. */
    startup: v.optional(
      v.pipe(v.object({ starts: count, listened: v.boolean(), eachMs: amount, marginMs: v.optional(amount) }), v.readonly()),
    ),
    /** What other ways to start would save, if that was measured. */
    savings: v.optional(savingsSchema),
    threads: v.pipe(
      list(runThreadSchema),
      // A selection names threads by their ids.
      v.check((threads) => new Set(threads.map(({ id }) => id)).size === threads.length),
    ),
    /** Those with samples, and sources of theirs. */
    scripts: list(runScriptSchema),
    /** URLs of all scripts that its threads had loaded by the end, except packages' and Node's own; left out by older runs, and where it is not known. */
    loaded: v.optional(texts),
    /** File of what it has over its time beside samples, relative to the run's folder. */
    tracks: v.optional(v.pipe(v.string(), v.regex(/^tracks(-\d+)?\.bin$/))),
    /** The same for what the app marked itself: requests, what their code waited for. */
    marks: v.optional(v.literal("marks.bin")),
    /** The same for which module loaded which. */
    imports: v.optional(v.literal("imports.json")),
    /** The same for how often code ran since the start of the app. */
    counts: v.optional(v.literal("counts.json")),
    /** Profiles that tools outside JavaScript wrote of their own work. */
    toolProfiles: v.optional(toolProfilesSchema),
    /** What was measured; `ticks` if it is missing. */
    pass: v.optional(v.picklist(passKinds)),
    /** Further measurements of the same code and load, each a run of its own in that folder of this run's, relative to it. */
    passes: v.optional(list(v.object({ kind: v.picklist(passKinds), folder: v.pipe(v.string(), v.regex(/^passes\/[a-z]{1,20}$/)) }))),
    pinned: v.boolean(),
    /** The user marked it as its app's baseline. */
    baseline: v.optional(v.boolean()),
    problems: list(v.object({ ...codedTextSchema.entries, count })),
  }),
  v.readonly(),
);

/** Only the version, to recognise runs of a newer Heatline. */
export const versionSchema = v.looseObject({ schema: v.pipe(v.number(), v.integer()) });

/** A read-only array. */
function list<const Item extends v.GenericSchema>(item: Item) {
  return v.pipe(v.array(v.pipe(item, v.readonly())), v.readonly());
}
