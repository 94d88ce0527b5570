import { countText, shareText } from "../../analysis/figures.ts";
import type { Ticks } from "../../analysis/units.ts";
import type { RunDetail } from "../../protocol/run-details.ts";
import { functionLabel } from "../runs/function-reference.ts";
import type { FunctionAroundView, LineView } from "../../answers/run-answers.ts";
import { type CostWords, shareOf } from "./cost-text.ts";
import type { Markup } from "./markup.ts";
import type { Texts } from "./text.ts";

/** How costs of a line are put into words. */
export interface Form {
  readonly words: CostWords;
  readonly texts: Texts;
  readonly markup: Markup;
}

/** What happened inside V8 on a line: of use to who knows it, so that hovers keep it behind *Details*. */
export function lineInsides(cost: LineView, form: Form): readonly RunDetail[] {
  const { texts, words, markup } = form;
  const { around, deopts, natives, repairedTicks, totalTicks } = cost;
  const ofEngine = namedNatives(cost).length < natives.length ? nativesText(natives, form) : "";
  const repaired = repairedTicks === 0 ? "" : texts.repaired(repairedTicks, totalTicks);
  const reasons = deopts.map(({ reason, count }) => `${countText(count, words.locale)} × ${markup.show(reason)}`).join(" · ");
  return [
    { label: texts.natives, value: ofEngine, about: texts.nativesAbout },
    ...(around === undefined ? [] : [tiers(around, form)]),
    { label: texts.deoptimised, value: reasons, about: texts.deoptimisedAbout },
    { label: texts.repairedSamples, value: repaired, about: texts.repairedAbout },
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
function tiers({ key, tiers: parts }: FunctionAroundView, { words, texts, markup }: Form): RunDetail {
  const shares = parts.map(({ kind, share }) => `${texts.tiers[kind]} ${shareText(share, words.locale)}`);
  const label = texts.optimisation(markup.show(functionLabel(key, texts)));
  return { label, value: shares.join(" · "), about: texts.optimisationAbout };
}
