import path from "node:path";
import type { Costs, LineCost } from "../../../language-server/analysis/costs/costs.ts";
import { openTarget } from "../../../language-server/cli/targets/target.ts";
import type { Run } from "../../../language-server/history/run.ts";
import { shortWorkProblem } from "../../../language-server/recording/short-work.ts";
import { inEnglish } from "../../../language-server/texts/english.ts";

/** `server.ts:11`: the hottest line of own code in a run, computed as for a user. */
export async function hottestLine(runFolder: string): Promise<string> {
  const { costs } = (await openTarget(runFolder, undefined)).analysis;
  const [hottest] = costs.lines.toSorted((a, b) => b.withLibrariesTicks - a.withLibrariesTicks);
  return hottest === undefined ? "none" : placeOf(costs, hottest);
}

/** Its share of the busy time. */
export async function hottestShare(runFolder: string): Promise<number> {
  const { costs } = (await openTarget(runFolder, undefined)).analysis;
  return Math.max(0, ...costs.lines.map(({ withLibrariesTicks }) => withLibrariesTicks)) / costs.busyTicks;
}

function placeOf(costs: Costs, { source, line }: LineCost): string {
  return `${path.basename(costs.sources[source]?.path ?? "")}:${line}`;
}

/** Of any sampler on a busy machine: a full buffer, and a core that it has to share. */
const ofBusyMachines: ReadonlySet<string> = new Set(["v8Log.lostTicks", shortWorkProblem.code]);

/** Problems that lost samples, without those that only a busy machine has. */
export function lossesOf({ problems }: Pick<Run, "problems">): readonly string[] {
  return problems.filter(({ code }) => !ofBusyMachines.has(code)).map(inEnglish);
}

/** The same of a short app beside other work: it may end before V8 has written its last samples, of which 128 can be waiting. */
export function lossesBesideWork({ problems }: Pick<Run, "problems">): readonly string[] {
  return lossesOf({ problems: problems.filter(({ code }) => code !== "exact.unwritten") });
}
