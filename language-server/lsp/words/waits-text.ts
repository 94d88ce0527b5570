import { countText, durationText, roughDurationText } from "../../analysis/figures.ts";
import { fileNameOf } from "../../analysis/sources/script-url.ts";
import type { FunctionWait, LineWait } from "../../answers/waits/shown-waits.ts";
import { hasWaits } from "../../history/run-passes.ts";
import type { OpenRun } from "../runs/open-run.ts";
import type { Workspace } from "../workspace.ts";
import type { Locale } from "../../texts/locale.ts";
import { textIn } from "../../texts/localised.ts";

/** From this on a hold-up is worth a line's end: 1 ms, and a tenth of what the line waited. */
const [leastHeld, leastHeldShare] = [1000, 0.1];

/** For a line's end: `waited 41 ms per request, 11 times · held up 47 ms by report.js:41`. */
export function waitEndText(wait: LineWait, locale: Locale): string {
  const textOf = textIn(locale);
  const time = roughDurationText(wait.waited / 1000, locale);
  const times = timesText(wait.times, locale);
  const values = { time, count: countFor(wait.times), shown: times };
  const parts = [textOf(wait.isPerRequest ? "waits.perRequest" : "waits.inAll", values)];
  if (wait.held >= Math.max(leastHeld, leastHeldShare * wait.waited))
    parts.push(heldText(wait, (us) => roughDurationText(us / 1000, locale), locale));
  return parts.join(" · ");
}

/** `waited 41 ms per request`; "" for null. */
export function waitText(wait: FunctionWait | null, locale: Locale): string {
  return wait === null ? "" : textIn(locale)("waits.function", { time: durationText(wait.waited / 1000, locale) });
}

/** What a view says that can only show time, although the heat in the code is by waiting. */
export function withOnlyTime(text: string, { view }: OpenRun, { settings, locale }: Pick<Workspace, "settings" | "locale">): string {
  if (settings.heatBy !== "waiting" || !hasWaits(view.run)) return text;
  return [text, textIn(locale)("waits.onlyTime")].filter((each) => each !== "").join(" · ");
}

function heldText({ held, heldBy: [by] }: LineWait, time: (us: number) => string, locale: Locale): string {
  const textOf = textIn(locale);
  const name = by === undefined ? undefined : nameOf(by);
  return name === undefined ? textOf("waits.held", { time: time(held) }) : textOf("waits.heldBy", { time: time(held), by: name });
}

/** `report.js:41`; the route where no line is known. */
function nameOf({ path, line, route }: LineWait["heldBy"][number]): string | undefined {
  return path === undefined ? route : `${fileNameOf(path)}:${line}`;
}

function timesText(times: number, locale: Locale): string {
  return countText(times >= 10 ? Math.round(times) : Math.round(times * 10) / 10, locale);
}

/** Fractions have the plural of many. */
function countFor(times: number): number {
  const rounded = times >= 10 ? Math.round(times) : Math.round(times * 10) / 10;
  return Number.isInteger(rounded) ? rounded : 0;
}

export interface WaitFacts {
  /** `Waited 41 ms per request, 11 times; held up 47 ms`. */
  readonly headline: string;
  readonly facts: readonly { readonly label: string; readonly values: readonly string[] }[];
  readonly notes: readonly string[];
}

const most = 5;

/** For a hover. */
export function waitFacts(wait: LineWait, locale: Locale): WaitFacts {
  const textOf = textIn(locale);
  const time = (us: number): string => durationText(us / 1000, locale);
  const values = { time: time(wait.waited), count: countFor(wait.times), shown: timesText(wait.times, locale) };
  const held = wait.held > 0 ? [textOf("waits.held", { time: time(wait.held) })] : [];
  const awaited = wait.sites.flatMap((site) =>
    site.awaited.length === 0 ? [{ kind: "", text: site.text, times: site.times }] : site.awaited,
  );
  const counts = wait.sites.reduce((sum, site) => ({ times: sum.times + site.times, rejected: sum.rejected + site.rejected }), {
    times: 0,
    rejected: 0,
  });
  return {
    headline: [textOf(wait.isPerRequest ? "waits.perRequest" : "waits.inAll", values), ...held].join(" · "),
    facts: [
      {
        label: textOf("waits.heldUpBy"),
        values:
          wait.held <= 0
            ? []
            : wait.heldBy
                .slice(0, most)
                .map((by) => `${[by.route, nameOf({ ...by, route: undefined })].filter(Boolean).join(" ")} ${time(by.us)}`),
      },
      { label: textOf("waits.awaited"), values: awaited.slice(0, most).map(({ text, times }) => `${text} ×${countText(times, locale)}`) },
      {
        label: textOf("waits.settled"),
        values: [
          countText(counts.times, locale),
          ...(counts.rejected === 0 ? [] : [textOf("waits.rejected", { shown: countText(counts.rejected, locale) })]),
        ],
      },
    ],
    notes: [...(wait.isOuter ? [textOf("waits.outer")] : []), textOf("waits.rewritten")],
  };
}
