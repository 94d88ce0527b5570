import { categories } from "../../analysis/costs/costs.ts";
import { noRoute } from "../../analysis/selection/no-route.ts";
import { noiseTicks, samplingError } from "../../analysis/costs/sampling-error.ts";
import type { Milliseconds, Ticks } from "../../analysis/units.ts";
import { clientCommands, type LensArguments } from "../../protocol/client-commands.ts";
import type { Location } from "../../protocol/place.ts";
import { adviceWords } from "../../reports/advice-words.ts";
import { type Form, lineInsides, namedNatives, nativesText, tickShare } from "./line-insides.ts";
import type { AdviceView, LineView, PlaceView } from "../../answers/run-answers.ts";
import { partsOf } from "../../answers/parts.ts";
import { phrasesIn, reportWordsIn } from "./group-text.ts";
import type { Allocation } from "../../answers/allocations/run-allocations.ts";
import { allocationFacts } from "../../reports/allocations/allocations-report.ts";
import type { Markup } from "./markup.ts";
import type { LineWait } from "../../answers/waits/shown-waits.ts";
import { waitFacts } from "./waits-text.ts";
import { type CostWords, perRequestText, restsOnInference, shareOf, timeOf } from "./cost-text.ts";
import { placeLabel } from "../runs/place-label.ts";
import { countText, durationText, pointsText, shareText } from "../../analysis/figures.ts";
import { functionLabel, referenceTo } from "../runs/function-reference.ts";
import { textIn } from "../../texts/localised.ts";
import { shortened } from "../../analysis/shortened.ts";

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
  /** What the line waited for; undefined if nothing, or if that is not known. */
  readonly wait: LineWait | undefined;
  /** Current locations of `wait.heldBy`. */
  readonly heldByAt: readonly (Location | undefined)[];
  /** How often the line ran, in paragraphs. */
  readonly counts: readonly string[];
  /** What functions allocate that start on the line; undefined if nothing, or if that is not known. */
  readonly allocated: Allocation | undefined;
  /** What the line loads, in paragraphs. */
  readonly imports: readonly string[];
  readonly advice: readonly HoverAdvice[];
  /** The change since the baseline; "" without a comparison. */
  readonly baseline: string;
  /** The hovered document, and the line in it as LSP counts. */
  readonly uri: string;
  readonly line: number;
  readonly edited: boolean;
  /** `there → here` if the document was found by the end of its path; else "". */
  readonly foundBy: string;
  /** Current locations of `cost.callees` and `cost.around.callers`, in their order. */
  readonly calleesAt: readonly (Location | undefined)[];
  readonly callersAt: readonly (Location | undefined)[];
}

/** All names come from the profiled program and are escaped; the only command links are Heatline's own. */
export function hoverText(subject: HoverSubject, words: CostWords, markup: Markup): string {
  const { cost, wait, advice, baseline, uri, calleesAt, callersAt } = subject;
  const form: Form = { words, textOf: textIn(words.locale), markup };
  const { textOf } = form;
  const { show, strong } = markup;
  const hints = advice.map((each) => adviceParagraph(each, form));
  const waited = [
    ...(wait === undefined ? [] : waitParagraphs(wait, subject.heldByAt, form)),
    ...(subject.allocated === undefined ? [] : allocationParagraphs(subject.allocated, form)),
  ];
  if (cost === null) return [...subject.counts, ...waited, ...hints].join("\n\n");
  const { around } = cost;
  const insides = lineInsides(cost, form);
  const showInFlame =
    around === undefined
      ? ""
      : markup.action(show(textOf("hover.showInFlame")), clientCommands.revealInFlame, {
          reference: referenceTo(around.key, uri),
        } satisfies LensArguments);
  const details =
    insides.length === 0 ? "" : markup.action(show(textOf("hover.details")), clientCommands.showLineDetails, { uri, line: subject.line });
  return [
    strong(headline(cost, form)),
    ...subject.counts,
    ...waited,
    ...hints,
    cost.totalTicks === 0 ? "" : figuresTable(cost, form),
    ...subject.imports,
    show(baseline),
    labelled(textOf("hover.madeOf"), compositionText(cost, form)),
    labelled(textOf("hover.routes"), routesText(cost, form)),
    labelled(textOf("hover.natives"), nativesText(namedNatives(cost), form)),
    labelled(
      textOf("hover.expressions"),
      cost.expressions.map(({ text, ticks }) => `${show(shortened(text, longestExpression))} ${tickShare(ticks, words)}`).join(" · "),
    ),
    labelled(textOf("hover.calls"), linksText(cost.callees, calleesAt, form)),
    around === undefined
      ? ""
      : labelled(textOf("hover.calledBy", { name: show(functionLabel(around.key, textOf)) }), linksText(around.callers, callersAt, form)),
    ...(insides.length > 0 && details === "" ? insides.map(({ label, value }) => labelled(label, value)) : []),
    notes(cost, subject, form).join(markup.lineBreak),
    [showInFlame, details].filter((link) => link !== "").join(" · "),
  ]
    .filter((part) => part !== "")
    .join("\n\n");
}

function waitParagraphs(wait: LineWait, heldByAt: HoverSubject["heldByAt"], { words, markup }: Form): readonly string[] {
  const { show, strong, note } = markup;
  const { headline: said, facts, notes: remarks } = waitFacts(wait, heldByAt, words.locale);
  const named = facts.map(({ label, values }) => labelled(label, values.map(show).join(" · "))).filter((fact) => fact !== "");
  return [[strong(said), ...named].join(markup.lineBreak), ...remarks.map(note)];
}

function allocationParagraphs(allocated: Allocation, { words, textOf, markup }: Form): readonly string[] {
  const said = allocationFacts(allocated, reportWordsIn(words.locale));
  return [[markup.strong(markup.show(said)), markup.note(textOf("allocations.note"))].join(markup.lineBreak)];
}

function headline({ totalTicks, totalSamples, candidateTicks }: LineView, { words, textOf }: Form): string {
  const maybe = totalTicks === 0;
  const [ticks, count] = maybe ? [candidateTicks, Math.round(words.busyTicks)] : [totalSamples, words.busySamples];
  const values = { count, ticks: ticksText(ticks, words), busy: ticksText(count, words) };
  return textOf(maybe ? "hover.maybeOnStack" : "hover.onStack", {
    ...values,
    share: tickShare(maybe ? candidateTicks : totalTicks, words),
  });
}

/** The hint, the reason, what to do, and a link. */
function adviceParagraph({ advice, placesAt }: HoverAdvice, { words, textOf, markup }: Form): string {
  const { show, strong } = markup;
  const { hint, explanation, remedy } = adviceWords(
    advice,
    phrasesIn(words.locale),
    (place) => {
      const location = placesAt.get(`${place.path}:${place.line}`);
      const label = show(placeLabel(place, location?.range.start.line));
      return location === undefined ? label : markup.commandLink(label, clientCommands.goTo, location);
    },
    show,
  );
  const head = strong(`${advice.inferred ? "≈ " : ""}${hint}`);
  const link = markup.webLink(show(textOf("hover.readOn")), advice.documentation);
  return `${markup.adviceMark}${head} — ${explanation}${markup.lineBreak}${remedy} ${link}`;
}

function figuresTable(cost: LineView, { words, textOf, markup }: Form): string {
  const perRequest = words.requests > 0;
  const isPerStart = (words.starts ?? 0) > 0;
  const heads = [
    "",
    textOf("hover.column.share"),
    textOf("hover.column.ticks"),
    textOf(isPerStart ? "hover.column.perStart" : "hover.column.time"),
    ...(perRequest ? [textOf("hover.column.perRequest")] : []),
  ];
  const row = (name: string, ticks: Ticks, samples: number): readonly string[] => {
    const mark = restsOnInference(ticks, cost) ? "≈ " : "";
    const cells = [
      name,
      `${mark}${shareWithError(ticks, words)}`,
      countText(samples, words.locale),
      durationText(timeOf(ticks, words), words.locale) + (isPerStart ? ` ± ${durationText(timeError(ticks, words), words.locale)}` : ""),
    ];
    return perRequest ? [...cells, perRequestText(ticks, words) ?? ""] : cells;
  };
  return markup.table(heads, [
    row(textOf("hover.row.self"), cost.selfTicks, cost.selfSamples),
    ...(cost.own ? [row(textOf("hover.row.withLibraries"), cost.withLibrariesTicks, cost.withLibrariesSamples)] : []),
    row(textOf("hover.row.total"), cost.totalTicks, cost.totalSamples),
  ]);
}

/** Half of the 95 % interval of the time of that many samples. */
function timeError(ticks: Ticks, words: CostWords): Milliseconds {
  return samplingError(shareOf(ticks, words) * words.busySamples, words.busySamples) * timeOf(words.busyTicks, words);
}

/** `45.0 % ± 3.1`: with half of the 95 % interval of a share of that many samples. */
function shareWithError(ticks: Ticks, words: CostWords): string {
  const error = samplingError(shareOf(ticks, words) * words.busySamples, words.busySamples);
  return `${shareText(shareOf(ticks, words), words.locale)} ± ${pointsText(error, words.locale)}`;
}

/** Parts of the line's own total, largest first. */
function compositionText(cost: LineView, { words, textOf }: Form): string {
  return partsOf(cost.composition, categories, cost.totalTicks)
    .map(({ kind, share }) => `${textOf(`category.${kind}`)} ${shareText(share, words.locale)}`)
    .join(" · ");
}

/** `GET /orders 71 % · POST /login 24 %`, of the line's total. */
function routesText({ routes = [] }: LineView, { words, textOf, markup }: Form): string {
  const shown = routes.slice(0, mostLinks).map(({ name, share }) => {
    const label = name === noRoute ? textOf("selection.noRouteName") : name;
    return `${markup.show(label)} ${shareText(share, words.locale)}`;
  });
  return [...shown, ...(routes.length > mostLinks ? ["…"] : [])].join(" · ");
}

/** Leaves out native code, which has a line of its own. */
function linksText(places: readonly PlaceView[], locations: readonly (Location | undefined)[], { words, textOf, markup }: Form): string {
  const { show } = markup;
  return places
    .map((place, index) => ({ place, location: locations[index] }))
    .filter(({ place }) => place.path !== undefined)
    .slice(0, mostLinks)
    .map(({ place, location }) => {
      const name = show(functionLabel(place, textOf));
      const share = `${place.inferred ? "≈ " : ""}${tickShare(place.ticks, words)}`;
      if (location === undefined) return `${name} ${share}`;
      const label = `${name} ${show(`(${placeLabel(place, location.range.start.line)})`)}`;
      return `${markup.commandLink(label, clientCommands.goTo, location)} ${share}`;
    })
    .join(" · ");
}

function notes(
  cost: LineView,
  { edited, foundBy }: Pick<HoverSubject, "edited" | "foundBy">,
  { words, textOf, markup }: Form,
): readonly string[] {
  const found: string[] = [];
  if (edited) found.push(textOf("hover.editedSince"));
  if (cost.totalSamples > 0 && cost.totalSamples < noiseTicks) found.push(textOf("hover.noise"));
  const { inferredTicks, candidateTicks, totalTicks } = cost;
  if (inferredTicks > 0) {
    const values = { count: Math.round(totalTicks), ticks: ticksText(inferredTicks, words), total: ticksText(totalTicks, words) };
    found.push(textOf("hover.inferred", values));
  }
  if (candidateTicks > 0) {
    const values = { count: Math.round(candidateTicks), ticks: ticksText(candidateTicks, words), share: tickShare(candidateTicks, words) };
    found.push(textOf("hover.candidates", values));
  }
  if (foundBy !== "") found.push(markup.show(textOf("hover.foundByEnd", { pairs: foundBy })));
  return found.map(markup.note);
}

function ticksText(ticks: Ticks, { locale }: CostWords): string {
  return countText(Math.round(ticks), locale);
}

function labelled(label: string, text: string): string {
  return text === "" ? "" : `${label}: ${text}`;
}
