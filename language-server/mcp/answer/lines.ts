import * as v from "valibot";
import type { Line } from "../../analysis/units.ts";
import type { OpenedRun } from "../runs/opened-runs.ts";
import type { CurrentLine } from "../runs/current-code.ts";
import { plain, quoted } from "./figures.ts";

export const placeSchema = {
  /** Where the line is now: path and line, which `heatline_line` takes. */
  at: v.string(),
  /** The line as it ran. */
  code: v.string(),
  edited: v.optional(v.picklist(["moved", "edited", "fileGone"])),
};

const stateTexts: Readonly<Record<CurrentLine["state"], string>> = {
  unchanged: "",
  moved: "",
  edited: ", edited since the run",
  fileGone: ", its file is gone",
};

/** A line in words and as data. */
export interface ShownLine {
  readonly text: string;
  readonly data: { readonly at: string; readonly code: string; readonly edited?: Exclude<CurrentLine["state"], "unchanged"> };
}

export async function shownLines(
  run: OpenedRun,
  places: readonly { readonly path: string; readonly line: Line }[],
): Promise<readonly ShownLine[]> {
  const codes = await run.ask("lineTexts", { places });
  return await Promise.all(
    places.map(async ({ path, line }, index) => {
      const code = codes[index] ?? "";
      const { line: now, state } = await run.code.now(path, line, code);
      const at = `${plain(run.roots.label(path), 200)}:${now}`;
      const edited = state === "unchanged" ? {} : { edited: state };
      return { text: `${at}${stateTexts[state]} ${quoted(code)}`, data: { at, code: plain(code, 100), ...edited } };
    }),
  );
}
