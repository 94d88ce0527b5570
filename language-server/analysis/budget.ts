import { UserError } from "./user-error.ts";

/**
 * Limits for one opened file, so that a small malicious one costs neither minutes nor gigabytes. Counts, not times, so that a slow machine
 * accepts the same files as a fast one. Each leaves several times the room that a 200 MB profile of a recorder needs.
 */
export const budget = {
  /** Half an hour at 100 µs. Each takes 12 bytes while its run is open. */
  samples: 20_000_000,
  /** Frames processed on the way to stacks: 200 MB of collapsed stacks have about ten million. */
  frames: 100_000_000,
  /** Distinct stacks, 24 bytes and a slot each. 200 MB of `.cpuprofile` have at most a million nodes. */
  stacks: 4_000_000,
  /** Files of the functions of one profile: each is looked for on the disk. The largest of the corpus names 62. */
  files: 50_000,
  /** Functions of one profile, in all threads; each takes some kilobytes while it is analysed. The largest of the corpus has 342. */
  functions: 100_000,
  /** Lines of functions on which time was spent. Two thousand of the corpus' largest. */
  lines: 200_000,
  /** Frames of one stack. Node's recorders write at most 255; the deepest of the corpus has 110. */
  depth: 20_000,
  /** Threads of one file; each needs its own tables. Further ones are merged or left out. */
  threads: 256,
  /** Bytes of text that must be in memory as a whole; twice that while it is decoded. */
  text: 256 * 1024 * 1024,
  /** Bytes of text that is read as a stream. */
  scanned: 512 * 1024 * 1024,
  /** Objects and lists in a JSON text; each takes about 64 bytes. */
  jsonObjects: 8_000_000,
  /** Values in a JSON text; 8 bytes each. */
  jsonValues: 60_000_000,
  /** Messages in a pprof file: each becomes an object of about 200 bytes. */
  messages: 3_000_000,
  /** Numbers in a pprof file. */
  numbers: 40_000_000,
  /** Bytes of a run's run.json: ten thousand scripts take four million. */
  runFile: 64 * 1024 * 1024,
  /** Bytes of the samples of a run's threads: 30 million samples, or more than an hour of eight threads. */
  runThreads: 384 * 1024 * 1024,
  /** Bytes of what a run has beside samples: ten times the requests that are kept. */
  tracks: 64 * 1024 * 1024,
  /** Of a run: those that its threads marked themselves, as columns. */
  marks: 512 * 1024 * 1024,
  /** Bytes of the names of one thread: those of a million functions. */
  header: 128 * 1024 * 1024,
  /** Bytes to which a compressed file may expand regardless of its size: a bomb this small is harmless. */
  inflated: 64 * 1024 * 1024,
  /** Beyond that, the maximum expansion ratio. Profiles compress 10 to 30 times; a bomb a thousand times. */
  inflation: 200,
  /** Lines of generated code in a source map: scripts of more than 64 MB are not kept. */
  mapLines: 2_000_000,
  /** Segments of a source map: about 30 MB of mappings. */
  mapSegments: 6_000_000,
  /** Depth of inlined calls. V8's code size limit ends inlining long before. */
  inlinings: 1000,
} as const;

/** The remaining budget of a file, shared by its threads. */
export class FileBudget {
  #samples = 0;
  #frames = 0;

  /** Throws a UserError beyond 20 million in all. */
  takeSamples(count: number): void {
    this.#samples += count;
    if (!(this.#samples <= budget.samples)) throw new UserError("profile.tooManySamples");
  }

  /** Call before looking up a stack of `count` frames among `known` others. Throws a UserError if either is too much. */
  takeFrames(count: number, known: number): void {
    this.#frames += count;
    if (this.#frames > budget.frames) throw new UserError("profile.tooManyFrames", { limit: budget.frames });
    if (known > budget.stacks) throw new UserError("profile.tooManyStacks", { limit: budget.stacks });
  }
}

/** Throws a UserError if parsing the text would take too much memory. It need not be valid JSON. */
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

/** Thrown out of a job that nobody waits for any more. */
export class Stopped extends Error {
  override readonly name = "Stopped";
}

/** Steps between two questions: some milliseconds. */
const stepsPerQuestion = 8192;
let isStopped = (): boolean => false;

/** `asked` says whether the running job should end. It is asked often, and answers at once. */
export function stopWhen(asked: () => boolean): void {
  isStopped = asked;
}

/**
 * Called in the loops over a run's stacks and samples with the index, and without one where a single step may take long. Throws Stopped if
 * the running job should end; what it has begun is then dropped.
 */
export function checkStop(step = 0): void {
  if (step % stepsPerQuestion === 0 && isStopped()) throw new Stopped();
}

/** Does work on `count` rows in steps, and asks between them. Short calls are soon compiled; a long loop runs as it began. */
export function inSteps(count: number, work: (from: number, to: number) => void): void {
  for (let from = 0; from < count; from += stepsPerQuestion) {
    checkStop();
    work(from, Math.min(count, from + stepsPerQuestion));
  }
}

/** The same from the last rows to the first. */
export function inStepsBack(count: number, work: (from: number, to: number) => void): void {
  for (let to = count; to > 0; to -= stepsPerQuestion) {
    checkStop();
    work(Math.max(0, to - stepsPerQuestion), to);
  }
}
