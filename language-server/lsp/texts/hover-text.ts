import { categories } from "../../analysis/costs/costs.ts";
import { noiseTicks, samplingError } from "../../analysis/costs/sampling-error.ts";
import type { Ticks } from "../../analysis/units.ts";
import { clientCommands, type LensArguments } from "../../protocol/client-commands.ts";
import type { Location } from "../../protocol/place.ts";
import { adviceWords } from "./advice-text.ts";
import type { AdviceView, FunctionAroundView, LineView, PlaceView } from "../worker/analysis-messages.ts";
import type { FunctionKey } from "../worker/function-key.ts";
import { type CostWords, perRequestText, restsOnInference, shareOf } from "./cost-text.ts";
import { placeLabel } from "../runs/place-label.ts";
import { countText, durationOf, durationText, pointsText, shareText } from "../../analysis/figures.ts";
import { functionLabel, referenceTo } from "../runs/function-reference.ts";
import { type Texts, textsOf } from "./text.ts";

const mostLinks = 5;
const longestExpression = 50;

export interface HoverAdvice {
  readonly advice: AdviceView;
  /** Current locations of its places, by path and line as it ran: `path:line`. */
  readonly placesAt: ReadonlyMap<string, Location>;
}

export interface HoverSubject {
  /** Null if the line has only advice. */
  readonly cost: LineView | null;
  readonly advice: readonly HoverAdvice[];
  /** The change since the baseline; "" without a comparison. */
  readonly baseline: string;
  /** The hovered document. */
  readonly uri: string;
  readonly edited: boolean;
  /** `there → here` if the document was found by the end of its path; else "". */
  readonly foundBy: string;
  /** Current locations of `cost.callees` and `cost.around.callers`, in their order. */
  readonly calleesAt: readonly (Location | undefined)[];
  readonly callersAt: readonly (Location | undefined)[];
}

/** Markdown. All names come from the profiled program and are escaped; its only links are Heatline's commands. */
export function hoverText(subject: HoverSubject, words: CostWords): string {
  const { cost, advice, baseline, uri, calleesAt, callersAt } = subject;
  const texts = textsOf(words.locale);
  const hints = advice.map((each) => adviceParagraph(each, words, texts));
  if (cost === null) return hints.join("\n\n");
  const { around } = cost;
  return [
    `**${headline(cost, words, texts)}**`,
    ...hints,
    cost.totalTicks === 0 ? "" : figuresTable(cost, words, texts),
    escaped(baseline),
    labelled(texts.madeOf, compositionText(cost, words, texts)),
    labelled(texts.natives, cost.natives.map(({ name, ticks }) => `${escaped(name)} ${tickShare(ticks, words)}`).join(" · ")),
    labelled(
      texts.expressions,
      cost.expressions.map(({ text, ticks }) => `${escaped(shortened(text))} ${tickShare(ticks, words)}`).join(" · "),
    ),
    labelled(texts.calls, linksText(cost.callees, calleesAt, words, texts)),
    around === undefined
      ? ""
      : labelled(texts.calledBy(escaped(functionLabel(around.key, texts))), linksText(around.callers, callersAt, words, texts)),
    around === undefined ? "" : tiersText(around, words, texts),
    deoptsText(cost, words, texts),
    notes(cost, subject, words, texts).join("  \n"),
    around === undefined ? "" : `[${escaped(texts.showInFlame)}](${flameCommand(around.key, uri)})`,
  ]
    .filter((part) => part !== "")
    .join("\n\n");
}

function headline({ totalTicks, totalSamples, candidateTicks }: LineView, words: CostWords, texts: Texts): string {
  return totalTicks === 0
    ? texts.maybeOnStack(Math.round(candidateTicks), Math.round(words.busyTicks), tickShare(candidateTicks, words))
    : texts.onStack(totalSamples, words.busySamples, tickShare(totalTicks, words));
}

/** The hint, the reason, what to do, and a link. */
function adviceParagraph({ advice, placesAt }: HoverAdvice, words: CostWords, texts: Texts): string {
  const { hint, explanation, remedy } = adviceWords(advice, words.locale, escaped, (place) => {
    const location = placesAt.get(`${place.path}:${place.line}`);
    const label = escaped(placeLabel(place, location?.range.start.line));
    return location === undefined ? label : `[${label}](${commandLink(clientCommands.goTo, location)})`;
  });
  const mark = advice.inferred ? "≈ " : "";
  return `$(lightbulb) **${mark}${hint}** — ${explanation}  \n${remedy} [${escaped(texts.readOn)}](${advice.documentation})`;
}

/** `Code of hash that ran: TurboFan * 96.0 % · interpreted ~ 4.0 %`, as shares of its self ticks. */
function tiersText({ key, tiers }: FunctionAroundView, words: CostWords, texts: Texts): string {
  if (tiers === undefined) return "";
  const ran = shownTiers.map((tier) => ({ tier, ticks: tiers[tier] })).filter(({ ticks }) => ticks > 0);
  const all = ran.reduce((sum, { ticks }) => sum + ticks, 0);
  if (all < noiseTicks) return "";
  const shares = ran
    .toSorted((a, b) => b.ticks - a.ticks)
    .map(({ tier, ticks }) => `${texts.tiers[tier]} ${shareText(ticks / all, words.locale)}`);
  return labelled(texts.optimisation(escaped(functionLabel(key, texts))), shares.join(" · "));
}

/** `Optimised code thrown away here: 12 × wrong map · 1 × overflow`, with V8's own reasons. */
function deoptsText({ deopts }: LineView, words: CostWords, texts: Texts): string {
  return labelled(
    texts.deoptimised,
    deopts.map(({ reason, count }) => `${countText(count, words.locale)} × ${escaped(reason)}`).join(" · "),
  );
}

const shownTiers = ["turbofan", "maglev", "baseline", "interpreted"] as const;

function figuresTable(cost: LineView, words: CostWords, texts: Texts): string {
  const perRequest = words.requests > 0;
  const { columns, rows } = texts;
  const heads = ["", columns.share, columns.ticks, columns.time, ...(perRequest ? [columns.perRequest] : [])];
  const row = (name: string, ticks: Ticks, samples: number): string => {
    const mark = restsOnInference(ticks, cost) ? "≈ " : "";
    const cells = [
      name,
      `${mark}${shareWithError(ticks, words)}`,
      countText(samples, words.locale),
      durationText(durationOf(ticks, words.interval), words.locale),
    ];
    return tableRow(perRequest ? [...cells, perRequestText(ticks, words) ?? ""] : cells);
  };
  return [
    tableRow(heads),
    `| ${heads.map((_head, index) => (index === 0 ? ":--" : "--:")).join(" | ")} |`,
    row(rows.self, cost.selfTicks, cost.selfSamples),
    ...(cost.own ? [row(rows.withLibraries, cost.withLibrariesTicks, cost.withLibrariesSamples)] : []),
    row(rows.total, cost.totalTicks, cost.totalSamples),
  ].join("\n");
}

/** `45.0 % ± 3.1`: with half of the 95 % interval of a share of that many samples. */
function shareWithError(ticks: Ticks, words: CostWords): string {
  const error = samplingError(shareOf(ticks, words) * words.busySamples, words.busySamples);
  return `${shareText(shareOf(ticks, words), words.locale)} ± ${pointsText(error, words.locale)}`;
}

/** Parts of the line's own total, largest first. */
function compositionText(cost: LineView, words: CostWords, texts: Texts): string {
  return categories
    .map((category) => ({ category, ticks: cost.composition[category] }))
    .filter(({ ticks }) => ticks > 0)
    .toSorted((a, b) => b.ticks - a.ticks)
    .map(({ category, ticks }) => `${texts.categories[category]} ${shareText(ticks / cost.totalTicks, words.locale)}`)
    .join(" · ");
}

/** Leaves out native code, which has a line of its own. */
function linksText(places: readonly PlaceView[], locations: readonly (Location | undefined)[], words: CostWords, texts: Texts): string {
  return places
    .map((place, index) => ({ place, location: locations[index] }))
    .filter(({ place }) => place.path !== undefined)
    .slice(0, mostLinks)
    .map(({ place, location }) => {
      const name = escaped(functionLabel(place, texts));
      const share = `${place.inferred ? "≈ " : ""}${tickShare(place.ticks, words)}`;
      if (location === undefined) return `${name} ${share}`;
      const label = `${name} \\(${escaped(placeLabel(place, location.range.start.line))}\\)`;
      return `[${label}](${commandLink(clientCommands.goTo, location)}) ${share}`;
    })
    .join(" · ");
}

function notes(
  cost: LineView,
  { edited, foundBy }: Pick<HoverSubject, "edited" | "foundBy">,
  words: CostWords,
  texts: Texts,
): readonly string[] {
  const found: string[] = [];
  if (edited) found.push(texts.editedSince);
  if (cost.totalSamples > 0 && cost.totalSamples < noiseTicks) found.push(texts.noise);
  if (cost.inferredTicks > 0) found.push(texts.inferred(Math.round(cost.inferredTicks), Math.round(cost.totalTicks)));
  if (cost.repairedTicks > 0) found.push(texts.repaired(cost.repairedTicks, cost.totalTicks));
  if (cost.candidateTicks > 0) found.push(texts.candidates(Math.round(cost.candidateTicks), tickShare(cost.candidateTicks, words)));
  if (foundBy !== "") found.push(escaped(texts.foundByEnd(foundBy)));
  return found.map((note) => `*${note}*`);
}

function tickShare(ticks: Ticks, words: CostWords): string {
  return shareText(shareOf(ticks, words), words.locale);
}

function flameCommand(key: FunctionKey, uri: string): string {
  const argument: LensArguments = { reference: referenceTo(key, uri) };
  return commandLink(clientCommands.revealInFlame, argument);
}

/** A link that runs a command with one JSON argument; encodes parentheses, which would end the link. */
function commandLink(command: string, argument: unknown): string {
  const json = encodeURIComponent(JSON.stringify([argument]))
    .replaceAll("(", "%28")
    .replaceAll(")", "%29");
  return `command:${command}?${json}`;
}

function labelled(label: string, text: string): string {
  return text === "" ? "" : `${label}: ${text}`;
}

/** VS Code draws cells of a hover's table without padding. */
const gap = "&emsp;";

function tableRow([name = "", ...figures]: readonly string[]): string {
  return `| ${[name, ...figures.map((figure) => `${gap}${figure}`)].join(" | ")} |`;
}

function shortened(text: string): string {
  return text.length > longestExpression ? `${text.slice(0, longestExpression)}…` : text;
}

/** Escapes text for markdown, on one line. */
function escaped(text: string): string {
  return (
    text
      .slice(0, 200)
      .replaceAll(/\s+/g, " ")
      .replaceAll(/[\\`*_{}[\]()#!|<>~&@]/g, (sign) => `\\${sign}`)
      // URLs would become links.
      .replaceAll("://", ":\\//")
      .replaceAll(/\bwww\./gi, "www\\.")
  );
}
