import { chosenNames, mostNamed, type NamedThread, secondsOf } from "../analysis/exporters/scope-name.ts";
import { countText, decimalText } from "../analysis/figures.ts";
import { noRoute } from "../analysis/selection/no-route.ts";
import type { RunRoutes } from "../analysis/selection/run-routes.ts";
import type { Scope } from "../analysis/selection/selection.ts";
import { type HasStartup, isStartup } from "../analysis/startup/startup-span.ts";
import { inEnglish } from "../texts/english.ts";
import type { ReportWords } from "./run-report.ts";

/** The run that a scope is of. */
export interface ScopedRun extends HasStartup {
  readonly threads: readonly NamedThread[];
}

/** What a scope leaves of a run: `worker 1 · 6.1 to 6.9 s`; "" for all of it. `by`: how the run's routes are known. */
export function scopeText(scope: Scope, run: ScopedRun, words: Pick<ReportWords, "phrase" | "locale">, by?: RunRoutes["by"]): string {
  const own = scope.routes !== null && by === "windows" ? [words.phrase({ code: "selection.ownWindows" })] : [];
  return [...scopeParts(scope, run, words), ...own].join(" · ");
}

/** The same for files that other tools read: in English, without marks of their formats. */
export function plainScopeText(scope: Scope, run: ScopedRun): string {
  return scopeParts(scope, run, { phrase: inEnglish, locale: "en" }).join(", ");
}

function scopeParts(scope: Scope, run: ScopedRun, { phrase, locale }: Pick<ReportWords, "phrase" | "locale">): readonly string[] {
  const names = chosenNames(scope, run.threads);
  const spans = scope.spans ?? [];
  const routes = scope.routes ?? [];
  const shown = (count: number): { readonly shown: string } => ({ shown: countText(count, locale) });
  return [
    ...(names.length > mostNamed ? [phrase({ code: "selection.threads", values: shown(names.length) })] : names),
    ...(routes.length > mostNamed
      ? [phrase({ code: "selection.routes", values: shown(routes.length) })]
      : routes.map((name) => (name === noRoute ? phrase({ code: "selection.noRouteName" }) : name))),
    ...(isStartup(scope.spans, run)
      ? [phrase({ code: "selection.startup" })]
      : spans.length > mostNamed
        ? [phrase({ code: "selection.spans", values: shown(spans.length) })]
        : spans.map(secondsOf).map(({ from, to }) => {
            const values = { from: decimalText(from, locale), to: decimalText(to, locale) };
            return phrase({ code: "selection.span", values });
          })),
  ];
}
