import { categories, type Costs } from "../../analysis/costs/costs.ts";
import { isOfScript } from "../../analysis/compare/compare-units.ts";
import { harmless } from "../../analysis/escaping/hidden-characters.ts";
import type { LoadReport } from "../../analysis/load/load.ts";
import { requestsOfAll } from "../../analysis/selection/run-routes.ts";
import type { Milliseconds } from "../../analysis/units.ts";
import { isWeighted } from "../../answers/cost-rows.ts";
import { partsOf } from "../../answers/parts.ts";
import { toolProfiles } from "../../history/profiles/tool-profiles.ts";
import { loadText } from "../../reports/run-report.ts";
import { scriptText, startsText } from "../../reports/starts-text.ts";
import type { OpenedTarget } from "../targets/target.ts";
import type { Style } from "../terminal.ts";
import { kindText, reportWordsIn } from "../words/report-words.ts";
import type { Words } from "../words/words.ts";

/** What was recorded, how, how many samples, of which part of it, and what a filter took away. */
export function heading(
  target: OpenedTarget,
  { scope, routesText, filterText }: { readonly [Name in "scope" | "routesText" | "filterText"]: string },
  style: Style,
): string {
  const { run, recorder, format, analysis } = target;
  const { ticks, busyTicks, samples, busySamples, interval } = analysis.costs;
  const { count, duration, say, share } = style.words;
  const how = format ?? say({ code: `command.recorder.${recorder}` });
  const node = run.app.nodeVersion === "" ? "" : `Node ${run.app.nodeVersion.replace(/^v/, "")}`;
  const busy = ticks === 0 ? 0 : busyTicks / ticks;
  const facts = [
    how,
    node,
    say({
      code: isWeighted(target.analysis) ? "command.samplesOnAverage" : "command.samples",
      values: { shown: count(samples), interval: duration(interval / 1000) },
    }),
    say({ code: "command.busy", values: { shown: count(busySamples), share: share(busy) } }),
  ];
  const lines = [style.bold(harmless(run.name)), harmless(facts.filter((fact) => fact !== "").join(" · "))];
  if (scope !== "") lines.push(harmless(`${say({ code: "report.selection" })}: ${scope}`));
  if (scope === "" && isOfScript(run)) lines.push(scriptText(run, reportWordsIn(style.words)));
  if (run.startup !== undefined) lines.push(harmless(startsText(run, reportWordsIn(style.words))));
  if (run.load !== undefined) {
    const requests = scope === "" ? requestsOfAll(analysis.routes, run.load) : 0;
    const load = loadLine(
      run.load,
      requests > 0 ? { requests, cpuMs: run.cpuMs, busyMs: (busyTicks * interval) / 1000 } : undefined,
      style.words,
    );
    lines.push(scope === "" ? load : `${say({ code: "report.wholeLoad" })}: ${load}`);
  }
  if (busyTicks > 0) lines.push(say({ code: "command.madeOf", values: { parts: madeOf(analysis.costs, style.words) } }));
  if (routesText !== "") lines.push(harmless(`${say({ code: "report.routes" })}: ${routesText}`));
  if (filterText !== "") lines.push(harmless(`${say({ code: "report.filter" })}: ${filterText}`));
  for (const { tool, file } of toolProfiles(target))
    lines.push(harmless(`${say({ code: "report.ownProfile", values: { tool } })}: ${file}`));
  if (run.recorderNote !== undefined) lines.push(style.dim(harmless(say(run.recorderNote))));
  return lines.join("\n");
}

/** `own code 81.0 %, native code 12.3 %`, largest first. */
function madeOf({ composition, busyTicks }: Costs, words: Words): string {
  return partsOf(composition, categories, busyTicks)
    .map(({ kind, share }) => `${kindText(kind, words)} ${words.share(share)}`)
    .join(", ");
}

/** What all of a run took, whose requests were counted. `cpuMs`: 0 if unknown. */
interface Taken {
  readonly requests: number;
  readonly cpuMs: Milliseconds;
  readonly busyMs: Milliseconds;
}

/** The load tool's figures, and the CPU time per request, of which busy time is more where others had the core. Of a part of a run neither is known. */
function loadLine(load: LoadReport, taken: Taken | undefined, words: Words): string {
  const text = harmless(loadText({ ...load, connections: undefined }, reportWordsIn(words)));
  if (taken === undefined) return text;
  const { requests, cpuMs, busyMs } = taken;
  const code = cpuMs > 0 ? "command.cpuPerRequest" : "command.busyPerRequest";
  return `${text} · ${words.say({ code, values: { time: words.duration((cpuMs > 0 ? cpuMs : busyMs) / requests) } })}`;
}
