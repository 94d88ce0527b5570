import { standingOf, standingText } from "../../analysis/compare/before/standing.ts";
import { type CostDigest, costDigest } from "../../analysis/compare/cost-digest.ts";
import { unitCounts, type UnitCounts } from "../../analysis/compare/compare-units.ts";
import { isUserError } from "../../analysis/user-error.ts";
import type { Milliseconds, Share } from "../../analysis/units.ts";
import { readRun } from "../../history/run-store.ts";
import type { Run } from "../../history/run.ts";
import { openRunFolder } from "../../opening/opened-run.ts";
import type { CodedText } from "../../texts/coded-text.ts";

/** A recording of one side: the folder of its run, or why there is none. */
export type BenchedRun = { readonly folder: string } | { readonly failed: CodedText };

/** One recording of each side, made one after the other; the next round's are in the other order. */
export interface BenchRound {
  readonly base: BenchedRun;
  readonly head: BenchedRun;
}

interface Version {
  readonly name: string;
  readonly folder: string;
}

interface OpenedSide {
  readonly digest: CostDigest;
  readonly units: UnitCounts;
  readonly cpuMs: Milliseconds;
  readonly loaded: Run["loaded"];
  readonly machine: Run["machine"];
  readonly exitCode: number | undefined;
}

export interface OpenedRound {
  readonly base: OpenedSide;
  readonly head: OpenedSide;
}

/** Without samples: what is left of a run is its digest. Or why the round cannot be judged. */
export async function openRound(
  round: BenchRound,
  versions: Readonly<Record<keyof BenchRound, Version>>,
  share: (share: Share) => string,
): Promise<OpenedRound | { readonly reason: CodedText }> {
  const base = await openSide(round.base, versions.base, share);
  if ("reason" in base) return base;
  const head = await openSide(round.head, versions.head, share);
  if ("reason" in head) return head;
  if (base.exitCode === head.exitCode) return { base, head };
  const names = { base: versions.base.name, head: versions.head.name };
  return { reason: { code: "bench.otherExit", values: { ...names, baseCode: base.exitCode ?? "?", headCode: head.exitCode ?? "?" } } };
}

async function openSide(
  side: BenchedRun,
  { name, folder }: Version,
  share: (share: Share) => string,
): Promise<OpenedSide | { readonly reason: CodedText }> {
  const left = (why: CodedText): { readonly reason: CodedText } => ({ reason: { code: "bench.leftOut", values: { name, why } } });
  if ("failed" in side) return left(side.failed);
  try {
    const run = await readRun(side.folder);
    const standing = standingOf(run);
    const flaw = standing.kind === "byHand" ? undefined : standingText(standing, share);
    if (flaw !== undefined) return left(flaw);
    const { analysis } = await openRunFolder(side.folder, run, {});
    const digest = costDigest(analysis, { folders: [folder, run.app.cwd, ...run.app.workspaceFolders] });
    return {
      digest,
      units: unitCounts(run),
      cpuMs: run.cpuMs,
      loaded: run.loaded,
      machine: run.machine,
      exitCode: run.exitCode,
    };
  } catch (error) {
    if (!isUserError(error)) throw error;
    return left(error.coded);
  }
}
