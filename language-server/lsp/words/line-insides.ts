import { countText, shareText } from "../../analysis/figures.ts";
import type { Ticks } from "../../analysis/units.ts";
import type { RunDetail } from "../../protocol/run-details.ts";
import { functionLabel } from "../runs/function-reference.ts";
import type { FunctionAroundView, LineView } from "../../answers/run-answers.ts";
import { type CostWords, shareOf } from "./cost-text.ts";
import type { Markup } from "./markup.ts";
import type { TextOf } from "../../texts/coded-text.ts";

/** How costs of a line are put into words. */
export interface Form {
  readonly words: CostWords;
  readonly textOf: TextOf;
  readonly markup: Markup;
}

/** What happened inside V8 on a line: of use to who knows it, so that hovers keep it behind *Details*. */
export function lineInsides(cost: LineView, form: Form): readonly RunDetail[] {
  const { textOf, words, markup } = form;
  const { around, deopts, natives, repairedTicks, totalTicks } = cost;
  const shown = (count: number): string => countText(count, words.locale);
  const ofEngine = namedNatives(cost).length < natives.length ? nativesText(natives, form) : "";
  const repaired = repairedTicks === 0 ? "" : textOf("hover.repaired", { ticks: shown(repairedTicks), total: shown(totalTicks) });
  const reasons = deopts.map(({ reason, count }) => `${shown(count)} × ${markup.show(reason)}`).join(" · ");
  return [
    { label: textOf("hover.natives"), value: ofEngine, about: textOf("hover.natives.about") },
    ...(around === undefined ? [] : [tiers(around, form)]),
    { label: textOf("hover.deoptimised"), value: reasons, about: textOf("hover.deoptimised.about") },
    { label: textOf("detail.repaired.label"), value: repaired, about: textOf("detail.repaired.about") },
  ].filter(({ value }) => value !== "");
}

/** `JSON.stringify 30.1 % · hash.update 4.0 %`. */
export function nativesText(natives: LineView["natives"], { words, markup }: Form): string {
  return natives.map(({ name, ticks }) => `${markup.show(name)} ${tickShare(ticks, words)}`).join(" · ");
}

/** Without V8's own, such as `LoadIC_Megamorphic`, which reads a property. */
export function namedNatives({ natives }: LineView): LineView["natives"] {
  return natives.filter(({ name }) => !partOfEngine.test(name));
}

export function tickShare(ticks: Ticks, words: CostWords): string {
  return shareText(shareOf(ticks, words), words.locale);
}

/** Inline caches, calls and conversions, as V8's builtins are named (v8/src/builtins/builtins-definitions.h). */
const partOfEngine =
  /IC(?![a-z])|^\w+_\w+$|Trampoline|Handler$|^CEntry|^(?:Call|Construct|Create|Fast|Copy|Grow|Record|To[A-Z]|Equal|StrictEqual|StringEqual|Add|Subtract|Multiply|LessThan|GreaterThan|TypeOf|InstanceOf|StackGuard|Interrupt)\w*$/;

/** `Code of hash that ran: optimised (TurboFan) 96.0 % · interpreted 4.0 %`, as shares of its self ticks. */
function tiers({ key, tiers: parts }: FunctionAroundView, { words, textOf, markup }: Form): RunDetail {
  const shares = parts.map(({ kind, share }) => `${textOf(`tier.${kind}`)} ${shareText(share, words.locale)}`);
  const label = textOf("hover.optimisation", { name: markup.show(functionLabel(key, textOf)) });
  return { label, value: shares.join(" · "), about: textOf("hover.optimisation.about") };
}
