import { samplingError } from "../../analysis/costs/sampling-error.ts";
import { durationText, figuresIn } from "../../analysis/figures.ts";
import type { GroupKind } from "../../analysis/groups/tools.ts";
import type { Microseconds, Ticks } from "../../analysis/units.ts";
import type { Locale } from "../../texts/locale.ts";
import type { TextOf } from "../../texts/coded-text.ts";
import type { Phrases, ReportWords } from "../../reports/run-report.ts";
import { localised, textIn } from "../../texts/localised.ts";
import { functionLabel } from "../runs/function-reference.ts";
import { categories } from "../../analysis/costs/costs.ts";

interface Group {
  readonly kind: GroupKind;
  readonly time: Microseconds;
  readonly inferredTicks: Ticks;
}

/** `rule · 5.4 s ± 0.1 s · no-foo.js:1`. `place`: "" if none is known. */
export function groupText(
  { ticks }: { readonly ticks: Ticks },
  { kind, time, inferredTicks }: Group,
  place: string,
  busyTicks: Ticks,
  { locale, textOf }: { readonly locale: Locale; readonly textOf: TextOf },
): string {
  const ms = time / 1000;
  const error = ticks === 0 ? 0 : (samplingError(ticks, busyTicks) * busyTicks * ms) / ticks;
  const duration = `${inferredTicks > 0 ? "≈ " : ""}${durationText(ms, locale)} ± ${durationText(error, locale)}`;
  return [textOf(`report.groups.kind.${kind}`), duration, place].filter((each) => each !== "").join(" · ");
}

/** What a group calls itself, or the end of its path. */
export function groupName({ name, place }: { readonly name: string; readonly place: { readonly path: string } | undefined }): string {
  return name === "" ? (place?.path ?? "").split("/").slice(-2).join("/") : name;
}

/** How the editor formats a run's report: in its own language. */
export function reportWordsIn(locale: Locale): ReportWords {
  const textOf = textIn(locale);
  return {
    ...phrasesIn(locale),
    locale,
    textOf,
    categories: Object.fromEntries(categories.map((category) => [category, textOf(`category.${category}`)])) as ReportWords["categories"],
    functionName: (name) => functionLabel({ name }, textOf),
  };
}

export function phrasesIn(locale: Locale): Phrases {
  return { ...figuresIn(locale), phrase: (coded) => localised(coded, locale) };
}
