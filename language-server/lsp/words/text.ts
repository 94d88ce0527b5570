import { categories, type Category } from "../../analysis/costs/costs.ts";
import type { Tier } from "../../analysis/profile/profile.ts";
import type { TextCode, TextValues } from "../../texts/coded-text.ts";
import type { Locale } from "../../texts/locale.ts";
import { localised } from "../../texts/localised.ts";
import { countText } from "../../analysis/figures.ts";

/** Texts besides figures, in one language. Figures are passed in formatted; counts as numbers, for their plurals. */
export type Texts = ReturnType<typeof readTexts>;

export function textsOf(locale: Locale): Texts {
  const known = read.get(locale) ?? readTexts(locale);
  read.set(locale, known);
  return known;
}

const read = new Map<Locale, Texts>();

type ShownTier = Exclude<Tier, "none">;

function readTexts(locale: Locale) {
  const text = (code: TextCode, values?: TextValues): string => localised({ code, values }, locale);
  const shown = (count: number): string => countText(count, locale);
  const tier = (name: ShownTier): string => text(`tier.${name}`);
  return {
    locale,
    self: (figure: string) => text("cost.self", { figure }),
    total: (figure: string) => text("cost.total", { figure }),
    perRequest: (figure: string) => text("cost.perRequest", { figure }),
    ticks: (count: number) => text("cost.ticks", { count, shown: shown(count) }),
    edited: text("cost.edited"),
    flameGraph: text("cost.flameGraph"),
    anonymous: text("cost.anonymous"),
    topLevel: text("cost.topLevel"),
    garbageCollector: text("cost.garbageCollector"),
    program: text("cost.program"),
    categories: Object.fromEntries(categories.map((category) => [category, text(`category.${category}`)])) as Readonly<
      Record<Category, string>
    >,
    onStack: (ticks: number, busy: number, share: string) =>
      text("hover.onStack", { count: busy, ticks: shown(ticks), busy: shown(busy), share }),
    /** For a line without a sample that is certainly in it. */
    maybeOnStack: (ticks: number, busy: number, share: string) =>
      text("hover.maybeOnStack", { count: busy, ticks: shown(ticks), busy: shown(busy), share }),
    columns: {
      share: text("hover.column.share"),
      ticks: text("hover.column.ticks"),
      time: text("hover.column.time"),
      perRequest: text("hover.column.perRequest"),
    },
    rows: { self: text("hover.row.self"), withLibraries: text("hover.row.withLibraries"), total: text("hover.row.total") },
    madeOf: text("hover.madeOf"),
    natives: text("hover.natives"),
    nativesAbout: text("hover.natives.about"),
    expressions: text("hover.expressions"),
    calls: text("hover.calls"),
    calledBy: (name: string) => text("hover.calledBy", { name }),
    noise: text("hover.noise"),
    editedSince: text("hover.editedSince"),
    foundByEnd: (pairs: string) => text("hover.foundByEnd", { pairs }),
    inferred: (ticks: number, total: number) => text("hover.inferred", { count: total, ticks: shown(ticks), total: shown(total) }),
    repaired: (ticks: number, total: number) => text("hover.repaired", { ticks: shown(ticks), total: shown(total) }),
    repairedSamples: text("detail.repaired.label"),
    repairedAbout: text("detail.repaired.about"),
    candidates: (ticks: number, share: string) => text("hover.candidates", { count: ticks, ticks: shown(ticks), share }),
    /** The link at the end of an advice. */
    readOn: text("hover.readOn"),
    optimisation: (name: string) => text("hover.optimisation", { name }),
    optimisationAbout: text("hover.optimisation.about"),
    /** Goes before the reasons and their counts. */
    deoptimised: text("hover.deoptimised"),
    deoptimisedAbout: text("hover.deoptimised.about"),
    /** The link to what is inside V8. */
    details: text("hover.details"),
    insides: text("details.insides"),
    /** V8's compilers. */
    tiers: { turbofan: tier("turbofan"), maglev: tier("maglev"), baseline: tier("baseline"), interpreted: tier("interpreted") },
    showInFlame: text("hover.showInFlame"),
    calledFrom: (place: string) => text("hover.calledFrom", { place }),
    errors: {
      invalid: (method: string, detail: string) => text("answer.invalid", { method, detail }),
      bug: (detail: string) => text("answer.bug", { detail }),
      cancelled: text("answer.cancelled"),
      alreadyInitialised: text("answer.alreadyInitialised"),
      notInitialised: (method: string) => text("answer.notInitialised", { method }),
      shutDown: (method: string) => text("answer.shutDown", { method }),
    },
  };
}
