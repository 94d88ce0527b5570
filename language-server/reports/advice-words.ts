import type { Bytes, Share } from "../analysis/units.ts";
import type { AdviceView, FigureView } from "../answers/run-answers.ts";
import type { Phrases } from "./run-report.ts";

/** Formats a place named in an advice: as text, or as a link. */
type ShowPlace = (place: { readonly path: string; readonly line: number }) => string;

export interface AdviceWords {
  /** A few words, without a full stop. */
  readonly hint: string;
  /** The evidence, and why it is costly. */
  readonly explanation: string;
  readonly remedy: string;
}

/** Said where no line of own code is named. */
const unplacedCodes = [
  "advice.event-loop-blocked.remedy.unplaced",
  "advice.garbage-collection.explanation.unplaced",
  "advice.garbage-collection.remedy.unplaced",
] as const;

/** Said where a pass has measured who allocates. */
const allocatorCodes = ["advice.garbage-collection.explanation.allocators", "advice.garbage-collection.remedy.allocators"] as const;

/** An advice in the reader's language. `show` formats all but its places. */
export function adviceWords(
  advice: AdviceView,
  phrases: Phrases,
  showPlace: ShowPlace,
  show: (text: string) => string = (text) => text,
): AdviceWords {
  const isUnplaced = Object.values(advice.figures).some((each) => "places" in each && each.places.length === 0);
  const template = (part: keyof AdviceWords): string => {
    const code = `advice.${advice.rule}.${part}` as const;
    const allocators =
      advice.figures["allocators"] === undefined ? undefined : allocatorCodes.find((each) => each === `${code}.allocators`);
    const unplaced = isUnplaced ? unplacedCodes.find((each) => each === `${code}.unplaced`) : undefined;
    return phrases.phrase({ code: allocators ?? unplaced ?? code });
  };
  const figure = (name: string): string => {
    const value = advice.figures[name];
    return value === undefined ? "" : figureText(value, phrases, showPlace, show);
  };
  // Piece by piece: `show` cuts long texts, as those of the app may be.
  const filled = (text: string): string =>
    text
      .split(/\{(\w+)\}/)
      .map((piece, index) => (index % 2 === 1 ? figure(piece) : show(piece)))
      .join("");
  return { hint: filled(template("hint")), explanation: filled(template("explanation")), remedy: filled(template("remedy")) };
}

function figureText(figure: FigureView, phrases: Phrases, showPlace: ShowPlace, show: (text: string) => string): string {
  if ("text" in figure) return show(figure.text);
  if ("count" in figure) return phrases.count(figure.count);
  if ("share" in figure) return phrases.share(figure.share);
  if ("factor" in figure) return phrases.factor(figure.factor);
  if ("ms" in figure) return phrases.duration(figure.ms);
  return figure.places
    .map((place) => `${place.name === undefined ? "" : `${show(place.name)} `}${showPlace(place)} (${placeFigures(place, phrases)})`)
    .join(", ");
}

function placeFigures(
  { share, bytesPerRequest: bytes }: { readonly share: Share; readonly bytesPerRequest?: Bytes },
  phrases: Phrases,
): string {
  const ofAll = phrases.share(share);
  return bytes === undefined ? ofAll : phrases.phrase({ code: "advice.allocates", values: { size: phrases.bytes(bytes), share: ofAll } });
}
