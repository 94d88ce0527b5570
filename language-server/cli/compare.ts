import { parseArgs } from "node:util";
import type { CompareUnit } from "../analysis/compare/compare-units.ts";
import type { Difference } from "../analysis/compare/significance.ts";
import type { Share } from "../analysis/units.ts";
import { type Command, numberOption, type Terminal, UsageError, wholeOption } from "./command.ts";
import { jsonComparison } from "./compare-json.ts";
import { textComparison } from "./compare-text.ts";
import { compareTargets } from "./compared-targets.ts";
import { harmlessJson, styleFor } from "./terminal.ts";

const usualTop = 15;
const aboveLimit = 3;

const help = `Usage: heatline compare BEFORE AFTER [options]

Compares two runs: load figures, and the functions and lines whose cost changed significantly.

BEFORE, AFTER  folders of runs, or profiles, as heatline report takes them; of a folder of runs, the newest

  --per UNIT            request (default) or second: what costs are divided by; without a counted load, always second
  --top N               this many functions and lines (default ${usualTop}; with --json: all, also those that did not change)
  --json                everything, for programs: see the README
  --fail-above PERCENT  exit code ${aboveLimit} when all busy time per unit grew significantly by more than this
  -h, --help

Exit codes: 0 success, 1 a run cannot be read, 2 wrong usage, ${aboveLimit} cost more than --fail-above allows.
`;

export const compareCommand: Command = { name: "compare", summary: "compares two runs: what a change improved", help, run: compare };

async function compare(args: readonly string[], { out, err, env }: Terminal): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { json: { type: "boolean" }, per: { type: "string" }, top: { type: "string" }, "fail-above": { type: "string" } },
  });
  const [before, after, ...others] = positionals;
  if (before === undefined || after === undefined) throw new UsageError("Name two runs: heatline compare BEFORE AFTER.");
  if (others.length > 0) throw new UsageError(`Name only two runs: “${others[0] ?? ""}” is a third.`);
  const per = unitFrom(values.per);
  const top = wholeOption("top", values.top, 1, 1_000_000);
  const limit = numberOption("fail-above", values["fail-above"], 0, 1_000_000);
  const compared = await compareTargets(before, after, per);
  out.write(
    values.json === true
      ? `${harmlessJson(jsonComparison(compared, top ?? Number.POSITIVE_INFINITY))}\n`
      : textComparison(compared, top ?? usualTop, styleFor(out, env)),
  );
  const growth = sureGrowth(compared.difference.busy);
  if (limit === undefined || growth <= limit / 100) return 0;
  const grown = Number.isFinite(growth) ? `grew by ${Number((growth * 100).toPrecision(3))} %` : "grew from zero";
  err.write(`heatline: busy time per ${compared.units.per} ${grown}; --fail-above allows ${limit} %.\n`);
  return aboveLimit;
}

/** 0 unless the increase is significant. */
function sureGrowth({ verdict, base, delta }: Difference): Share {
  if (verdict === "new") return Number.POSITIVE_INFINITY;
  return verdict === "slower" ? delta / base : 0;
}

function unitFrom(text: string | undefined): CompareUnit {
  if (text === undefined || text === "request") return "request";
  if (text === "second") return "second";
  throw new UsageError(`--per is request or second, not “${text}”.`);
}
