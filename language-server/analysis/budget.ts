import { UserError } from "./user-error.ts";

/**
 * What one opened file may ask for, so that a small hostile one costs neither minutes nor gigabytes. Counts, not times: the same file is read on
 * a slow machine as on a fast one. Each leaves a profile of 200 MB, as recorders write it, several times the room that it needs.
 */
export const budget = {
  /** Half an hour at 100 µs. Each takes 12 bytes for as long as its run is open. */
  samples: 20_000_000,
  /** Frames that are passed on the way to a stack: 200 MB of collapsed stacks name about ten million. */
  frames: 100_000_000,
  /** Distinct stacks, by 24 bytes and a slot each. 200 MB of `.cpuprofile` have a million nodes at most. */
  stacks: 4_000_000,
  /** Threads of one file; each takes tables of its own. Those beyond are taken together or left out. */
  threads: 256,
  /** Text that has to be there as a whole, in bytes: it is held twice while it is decoded. */
  text: 256 * 1024 * 1024,
  /** Text that is read as it comes, in bytes. */
  scanned: 512 * 1024 * 1024,
  /** Objects and lists in a JSON text: each takes about 64 bytes. */
  jsonObjects: 8_000_000,
  /** Values in a JSON text, by 8 bytes each. */
  jsonValues: 60_000_000,
  /** Messages in a pprof file: each becomes an object of about 200 bytes. */
  messages: 3_000_000,
  /** Numbers in a pprof file. */
  numbers: 40_000_000,
  /** Bytes that a compressed file may become whatever its size: nothing comes of a bomb this small. */
  inflated: 64 * 1024 * 1024,
  /** How many times its size a compressed file may become beyond that. Profiles shrink to a tenth or a thirtieth; a bomb to a thousandth. */
  inflation: 200,
  /** Lines of generated code in a source map: scripts of more than 64 MB are not kept. */
  mapLines: 2_000_000,
  /** Segments of a source map: about 30 MB of mappings. */
  mapSegments: 6_000_000,
  /** Calls inlined in one another. V8 stops at a size of code that this depth never reaches. */
  inlinings: 1000,
} as const;

/** What is left of the budget of one file, whose threads share it. */
export class FileBudget {
  #samples = 0;
  #frames = 0;

  /** Throws a UserError beyond 20 million in all. */
  takeSamples(count: number): void {
    this.#samples += count;
    if (!(this.#samples <= budget.samples)) throw new UserError("profile.tooManySamples");
  }

  /** Before a stack of so many frames is looked up among `known` others. Throws a UserError where either is too much. */
  takeFrames(count: number, known: number): void {
    this.#frames += count;
    if (this.#frames > budget.frames) throw new UserError("profile.tooManyFrames", { limit: budget.frames });
    if (known > budget.stacks) throw new UserError("profile.tooManyStacks", { limit: budget.stacks });
  }
}

/** Throws a UserError where parsing the text would take too much memory. It need not be JSON. */
export function checkJson(text: string): void {
  let [openings, commas] = [0, 0];
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit === 44) commas++;
    else if (unit === 91 || unit === 123) openings++;
  }
  if (openings > budget.jsonObjects) throw new UserError("profile.tooManyObjects", { limit: budget.jsonObjects });
  if (commas > budget.jsonValues) throw new UserError("profile.tooManyValues", { limit: budget.jsonValues });
}
