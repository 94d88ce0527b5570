import { type Budgets, noBudgets } from "../../../language-server/analysis/pairs/budgets.ts";
import { type BenchQuestion, benchAnswer } from "../../../language-server/answers/bench/bench-answer.ts";
import type { BenchResult } from "../../../language-server/answers/bench/bench-result.ts";
import type { BenchRound } from "../../../language-server/answers/bench/opened-round.ts";
import { englishWords } from "../../../language-server/cli/words/words.ts";
import { type Drawing, drawRun, makeApp } from "../../drivers/server/drawn-run.ts";

const price = `exports.scorePrice = function scorePrice(id) {
  return id * 2;
};
exports.total = function total(ids) {
  return ids.map(exports.scorePrice).length;
};
`;
const server = `const { total } = require("./lib/price.js");
function handle(ids) {
  return total(ids);
}
exports.handle = handle;
`;
export const files = {
  "server.js": server,
  "lib/price.js": price,
  "lib/limits.js": "exports.limit = 3;\n",
  "old.js": "exports.old = 1;\n",
};

/** Ticks of one recording of `scorePrice`, which `total` calls, and of all else; how fast the machine was. */
export interface DrawnRound {
  readonly base: readonly [score: number, rest: number];
  readonly head: readonly [score: number, rest: number];
}

interface DrawnBench {
  readonly rounds: readonly DrawnRound[];
  /** What head changes in the files. */
  readonly edits?: Readonly<Record<string, string>>;
  readonly changedFiles?: readonly string[] | null;
  readonly budgets?: Partial<Budgets>;
  /** Of single recordings, by round. */
  readonly runs?: { readonly base?: Readonly<Record<number, Drawing["run"]>>; readonly head?: Readonly<Record<number, Drawing["run"]>> };
  readonly load?: Drawing["load"] | "none";
  readonly question?: Partial<BenchQuestion>;
}

/** A bench of two checkouts with real files, and real run folders. */
export async function drawnBench(drawn: DrawnBench): Promise<BenchResult> {
  const apps = { base: await makeApp(files), head: await makeApp({ ...files, ...drawn.edits }) };
  const loaded = (side: "base" | "head"): readonly string[] =>
    ["server.js", "lib/price.js", "lib/limits.js"].map((file) => apps[side].uri(file));
  const rounds: BenchRound[] = [];
  for (const [at, round] of drawn.rounds.entries()) {
    const folderOf = async (side: "base" | "head"): Promise<BenchRound["base"]> => {
      const [score, rest] = round[side];
      const texts = { ...files, ...(side === "head" ? drawn.edits : {}) };
      const handle = "server.js handle@2:15 3:9";
      const folder = await drawRun(apps[side], {
        scripts: { "server.js": texts["server.js"], "lib/price.js": texts["lib/price.js"] },
        threads: [
          `${score} | ${handle} > lib/price.js total@4:30 5:13 > lib/price.js scorePrice@1:40 2:10\n${rest} | ${handle} > lib/price.js total@4:30 5:9`,
        ],
        ...(drawn.load === "none" ? {} : { load: { requests: 100, ...drawn.load } }),
        run: { cpuMs: score + rest, loaded: [...loaded(side)], ...drawn.runs?.[side]?.[at] },
      });
      return { folder };
    };
    rounds.push({ base: await folderOf("base"), head: await folderOf("head") });
  }
  return benchAnswer({
    base: { name: "main", commit: "", node: "24.1.0", folder: apps.base.folder },
    head: { name: "fix", commit: "", node: "24.1.0", folder: apps.head.folder },
    rounds,
    measured: "node server.js",
    changedFiles: drawn.changedFiles ?? null,
    budgets: { ...noBudgets, name: "heatline.budgets.json", ...drawn.budgets },
    words: englishWords,
    ...drawn.question,
  });
}
