import type { Share } from "../analysis/units.ts";
import type { ServerNotification } from "./message.ts";

export interface HeatLine {
  readonly line: number;
  /** 0 (cold) to 7 (hot). */
  readonly step: number;
  /** Of the busy time, or of all waiting if heat is by that; what the step rests on. */
  readonly share: Share;
  /** Text for the line's end, already rounded and localised; "" for none. */
  readonly text: string;
  /** Under ten samples: noise. */
  readonly faint: boolean;
  /** The function was edited since the run. */
  readonly edited: boolean;
  /** No hot line to go to: it only waited where heat is time of the CPU, or for own lines that have its time where heat is by waiting. */
  readonly isCold: boolean;
  /** Character ranges of this line tinted by their own share. */
  readonly parts: readonly { readonly start: number; readonly end: number; readonly step: number }[];
}

/** All annotations of an open document; replaces the previous push. Stale versions are dropped. */
export const heat: ServerNotification<{ readonly uri: string; readonly version: number; readonly lines: readonly HeatLine[] }> = {
  method: "heatline/heat",
};
