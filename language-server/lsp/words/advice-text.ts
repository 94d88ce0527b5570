import type { AdviceView, FigureView } from "../../answers/run-answers.ts";
import type { Locale } from "../../texts/locale.ts";
import { templateOf } from "../../texts/localised.ts";
import { countText, durationText, factorText, shareText } from "../../analysis/figures.ts";
import { placeLabel } from "../runs/place-label.ts";

/** Formats a place named in an advice: as text, or as a link. */
export type ShowPlace = (place: { readonly path: string; readonly line: number }) => string;

export interface AdviceWords {
  /** A few words, without a full stop. */
  readonly hint: string;
  /** The evidence, and why it is costly. */
  readonly explanation: string;
  readonly remedy: string;
}

/** An advice in the user's language. `show` formats its figures, `showPlace` its places. */
export function adviceWords(
  advice: AdviceView,
  locale: Locale,
  show: (text: string) => string = (text) => text,
  showPlace: ShowPlace = (place) => show(placeLabel(place, undefined)),
): AdviceWords {
  const template = (part: keyof AdviceWords): string => templateOf(`advice.${advice.rule}.${part}`, locale);
  const figure = (name: string): string => {
    const value = advice.figures[name];
    return value === undefined ? "" : figureText(value, locale, show, showPlace);
  };
  // Piece by piece: `show` cuts long texts, as those of the app may be.
  const filled = (text: string): string =>
    text
      .split(/\{(\w+)\}/)
      .map((piece, index) => (index % 2 === 1 ? figure(piece) : show(piece)))
      .join("");
  return { hint: filled(template("hint")), explanation: filled(template("explanation")), remedy: filled(template("remedy")) };
}

function figureText(figure: FigureView, locale: Locale, show: (text: string) => string, showPlace: ShowPlace): string {
  if ("text" in figure) return show(figure.text);
  if ("count" in figure) return countText(figure.count, locale);
  if ("share" in figure) return shareText(figure.share, locale);
  if ("factor" in figure) return factorText(figure.factor, locale);
  if ("ms" in figure) return durationText(figure.ms, locale);
  return figure.places.map((place) => `${showPlace(place)} (${shareText(place.share, locale)})`).join(", ");
}
