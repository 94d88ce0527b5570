import type { ProblemCounts } from "../../profile/profile.ts";
import { type JsonObject, wholeOf } from "../json-values.ts";
import type { StackProfile } from "../stack-profile.ts";
import { madeOnce } from "../../collections.ts";

/** Row of the frame that stands for all that the file does not have. */
const missing = -1;
const nameless = "(unknown)";

/** The file's frames in one thread, each created at its first occurrence. */
export class SpeedscopeFrames {
  readonly #profile: StackProfile;
  readonly #frames: readonly JsonObject[];
  readonly #problems: ProblemCounts;
  readonly #rows = new Map<number, number>();

  constructor(profile: StackProfile, frames: readonly JsonObject[], problems: ProblemCounts) {
    this.#profile = profile;
    this.#frames = frames;
    this.#problems = problems;
  }

  /** Row of a frame: of a nameless one, whose time is not lost, if the file has no such frame. */
  row(frame: unknown): number {
    const index = typeof frame === "number" && this.#frames[frame] !== undefined ? frame : missing;
    if (index === missing) this.#problems.count("speedscope.unknownFrames");
    return madeOnce(this.#rows, index, () => this.#row(index));
  }

  /** The stack with a frame on top. */
  on(stack: number, row: number): number {
    return this.#profile.stackRow(stack, row);
  }

  #row(index: number): number {
    const { name, file, line, col } = this.#frames[index] ?? { name: nameless };
    return this.#profile.functionRow({
      name: typeof name === "string" ? name : "",
      url: typeof file === "string" ? file : "",
      line: wholeOf(line),
      column: wholeOf(col),
    });
  }
}
