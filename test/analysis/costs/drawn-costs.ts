import { analyse, type Analysis, type AnalysisInput } from "../../../language-server/analysis/analyse.ts";
import type { Costs, LineCost } from "../../../language-server/analysis/costs/costs.ts";
import type { Profile } from "../../../language-server/analysis/profile/profile.ts";

/** Costs of drawn profiles in a workspace at /app. `texts`: file name → text as it ran. */
export function analysed(
  profiles: Profile | readonly Profile[],
  texts: Readonly<Record<string, string>> = {},
  more: Partial<AnalysisInput> = {},
): Analysis {
  const threads = (Array.isArray(profiles) ? (profiles as readonly Profile[]) : [profiles as Profile]).map((profile, index) => ({
    name: `thread ${index}`,
    profile,
  }));
  return analyse({
    threads,
    scripts: Object.keys(texts).map((file) => ({ url: `file:///app/${file}`, hash: file, mapHash: "", mapBase: "" })),
    textOf: (hash) => texts[hash],
    workspaceFolders: ["/app"],
    ownCode: [],
    nodeMajor: 20,
    ...more,
  });
}

/** `app.js:3` → `self withLibraries total`, hottest first. */
export function lineTable(costs: Costs): Record<string, string> {
  return Object.fromEntries(
    costs.lines.map((line) => [placeOf(costs, line), `${line.selfTicks} ${line.withLibrariesTicks} ${line.totalTicks}`]),
  );
}

export function functionTable(costs: Costs): Record<string, string> {
  return Object.fromEntries(costs.functions.map((func) => [func.name, `${func.selfTicks} ${func.withLibrariesTicks} ${func.totalTicks}`]));
}

export function lineAt(costs: Costs, place: string): LineCost {
  const found = costs.lines.find((line) => placeOf(costs, line) === place);
  if (found === undefined) throw new Error(`No cost at ${place}`);
  return found;
}

function placeOf(costs: Costs, { source, line }: { readonly source: number; readonly line: number }): string {
  const path = costs.sources[source]?.path ?? "";
  return `${path.slice(path.lastIndexOf("/") + 1)}:${line}`;
}
