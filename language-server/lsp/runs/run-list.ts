import path from "node:path";
import { localised } from "../../texts/localised.ts";
import { newestBefore, isWorthless, standingOf, standingText } from "../../analysis/compare/before/standing.ts";
import { digits } from "../../analysis/figures.ts";
import { failedRequests } from "../../analysis/load/load.ts";
import type { Locale } from "../../texts/locale.ts";
import type { Share } from "../../analysis/units.ts";
import type { RunSurvey, StoredRun } from "../../history/run-store.ts";
import { toolProfiles } from "../../history/profiles/tool-profiles.ts";
import type { Run } from "../../history/run.ts";
import type { RunEntry, RunList } from "../../protocol/run-list.ts";
import { picked } from "../../analysis/collections.ts";
import { askedPasses } from "../../analysis/passes/asked-passes.ts";
import { UserError } from "../../analysis/user-error.ts";
import { readPass } from "../../history/run-passes.ts";
import type { PassEntry } from "../../protocol/explain/pass-findings.ts";

const mostRuns = 1000;

/** Data for the list of runs: bounded, without scripts and samples. */
export async function runListOf({ runs, damaged }: RunSurvey, locale: Locale): Promise<RunList> {
  const facts = runs.map(({ run }) => run);
  const folders = new Map<Run, string>(runs.map(({ folder, run }) => [run, folder]));
  return {
    runs: await Promise.all(
      runs.slice(0, mostRuns).map(async (stored) => ({
        ...entryOf(stored),
        ...besideOthers(stored.run, facts, folders, locale),
        passes: await passesOf(stored),
      })),
    ),
    damaged: damaged
      .slice(0, mostRuns)
      .map(({ folder, reason }) => ({ folder, id: path.basename(folder), reason: localised(reason.coded, locale) })),
    unlisted: Math.max(0, runs.length - mostRuns),
  };
}

type BesideOthers = Pick<RunEntry, "standing" | "ratio" | "baseline">;

function besideOthers(run: Run, runs: readonly Run[], folders: ReadonlyMap<Run, string>, locale: Locale): BesideOthers {
  const standing = standingOf(run, runs);
  const mark = standingText(standing, (share) => `${digits(share * 100, share < 0.1 ? 1 : 0, locale)} %`);
  const base = newestBefore(run, runs);
  const [before, after] = [base?.load?.requestsPerSecond, run.load?.requestsPerSecond];
  return {
    standing: {
      kind: standing.kind,
      text: mark === undefined ? "" : localised(mark, locale),
      ...(isWorthless(standing) ? { isWorthless: true } : {}),
    },
    ratio: before !== undefined && after !== undefined && before > 0 ? after / before : undefined,
    baseline: base && folders.get(base),
  };
}

function entryOf({ folder, run }: StoredRun): Omit<RunEntry, keyof BesideOthers | "passes"> {
  const { load } = run;
  return {
    ...picked(run, "id", "name", "startedAt", "durationMs", "recorder", "end", "pinned", "agent", "startup"),
    folder,
    toolProfiles: toolProfiles({ folder, run }),
    app: path.basename(run.app.cwd.replaceAll("\\", "/")),
    nodeVersion: run.app.nodeVersion,
    gitCommit: run.app.gitCommit,
    threads: run.threads.length,
    busy: busyShare(run),
    load:
      load === undefined
        ? undefined
        : {
            label: load.label,
            requestsPerSecond: load.requestsPerSecond,
            p99Ms: load.latency.p99Ms,
            failed: failedRequests(load),
          },
    isBaseline: run.baseline === true,
  };
}

/** As measured in the app, if available; else from its samples. */
function busyShare({ eventLoopBusy, threads }: Run): Share | undefined {
  if (eventLoopBusy !== undefined) return eventLoopBusy;
  const ticks = threads.reduce((sum, thread) => sum + thread.ticks, 0);
  return ticks === 0 ? undefined : threads.reduce((sum, thread) => sum + thread.busyTicks, 0) / ticks;
}

/** Without those that cannot be read: their run can. */
async function passesOf(stored: StoredRun): Promise<readonly PassEntry[]> {
  if (stored.run.passes === undefined) return [];
  const passes = await Promise.all(askedPasses.map((kind) => passOf(stored, kind)));
  return passes.flatMap((pass) => pass ?? []);
}

async function passOf(stored: StoredRun, kind: PassEntry["kind"]): Promise<PassEntry | undefined> {
  const pass = await readPass(stored, kind).catch((error: unknown) => {
    if (error instanceof UserError) return undefined;
    throw error;
  });
  if (pass === undefined) return undefined;
  const [inRun, requestsPerSecond] = [stored, pass].map(({ run }) => run.load?.requestsPerSecond);
  return { kind, folder: pass.folder, requestsPerSecond, inRun };
}
