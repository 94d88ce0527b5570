import { analyse, type Analysis } from "../../../language-server/analysis/analyse.ts";
import { everything, type Selection } from "../../../language-server/analysis/selection/selection.ts";
import { CodeCosts } from "../../../language-server/answers/code-costs.ts";
import { HotFunctionsView } from "../../../language-server/answers/hot-functions-view.ts";
import { type LargeApp, writeLargeApp } from "./large/large-app.ts";
import { openFiles } from "./large/large-profile.ts";
import { largeRun } from "./large/large-run.ts";

/** Figures of one round, as JSON in the output of this script, which is bundled and runs alone with `--expose-gc`. */
export interface SelectionRound {
  /** CPU time of analysing the whole run. */
  readonly analysisMs: number;
  /** CPU time until a selection is shown, by its name. */
  readonly shownMs: Readonly<Record<string, number>>;
  /** In MB: of the opened and shown run, and with all selections. */
  readonly opened: number;
  readonly selected: number;
  readonly ticks: number;
}

const rounds = 5;
const second = 1_000_000;
const kinds: readonly (readonly [string, (round: number) => Selection])[] = [
  ["everything, for the first time", () => everything],
  ["a third of the time", (round) => ({ ...everything, spans: [{ from: round * 40 * second, to: (round * 40 + 266) * second }] })],
  ["a second", (round) => ({ ...everything, spans: [{ from: round * 40 * second, to: (round * 40 + 1) * second }] })],
  ["the main thread", () => ({ ...everything, threads: [0] })],
  ["the worker", () => ({ ...everything, threads: [1] })],
];

async function measure(folder: string): Promise<readonly SelectionRound[]> {
  const app = await writeLargeApp(folder, 1);
  const input = largeRun(app, [
    { samples: 800_000, stacks: 46_000 },
    { samples: 200_000, stacks: 12_000 },
  ]);
  return Array.from({ length: rounds }, (_, round) => {
    const before = megabytes();
    const { result: analysis, cpuMs: analysisMs } = timed(() => analyse(input));
    const shownMs: Record<string, number> = {};
    let opened = 0;
    for (const [name, select] of kinds) {
      shownMs[name] = timed(() => shown(analysis, app, select(round))).cpuMs;
      if (opened === 0) opened = megabytes() - before;
    }
    return { analysisMs, shownMs, opened, selected: megabytes() - before, ticks: analysis.costs.ticks };
  });
}

/** What the editor shows of a selection: heat and lenses of five files, and the hottest functions. */
function shown(analysis: Analysis, app: LargeApp, selection: Selection): void {
  const selected = analysis.select(selection);
  if (selected === null) throw new Error("The run has no such part.");
  const code = new CodeCosts(analysis, selected);
  const options = { heatBy: "withLibraries", threshold: 0, limit: 1000, text: "\n".repeat(499) } as const;
  const views = openFiles(app, 5).map((path) => code.file({ ...options, path }, undefined, []));
  const hot = new HotFunctionsView(analysis);
  hot.select(selected);
  const { rows } = hot.functions({ query: { rankBy: "self", groupBy: "function" }, limit: 100 });
  if (!views.some((view) => view !== null && view.lines.length > 0) || rows.length === 0) throw new Error("Nothing is shown.");
}

function timed<Result>(work: () => Result): { readonly result: Result; readonly cpuMs: number } {
  const before = process.cpuUsage();
  const result = work();
  const { user, system } = process.cpuUsage(before);
  return { result, cpuMs: (user + system) / 1000 };
}

function megabytes(): number {
  // The second one waits until the first has freed typed arrays.
  for (let times = 0; times < 2; times++) globalThis.gc?.();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return (heapUsed + arrayBuffers) / 1e6;
}

void measure(process.argv[2] as string).then((found) => process.stdout.write(JSON.stringify(found)));
