/** How often functions and blocks ran in one thread since it began, as V8 counts. */
export interface ThreadCounts {
  /** Requests that its servers got. */
  readonly requests: number;
  readonly scripts: readonly ScriptCounts[];
}

export interface ScriptCounts {
  /** Index in the ScriptTable of the thread. */
  readonly script: number;
  readonly functions: readonly CountedFunction[];
}

/** Rows of start, end (exclusive) and count: the function itself, then blocks in it that ran at another count than what is around them. */
export interface CountedFunction {
  readonly name: string;
  /** Offsets into the script's text, and counts. */
  readonly ranges: readonly number[];
}

/** A range and its count: a view of three numbers. */
export interface CountedRange {
  readonly start: number;
  readonly end: number;
  readonly count: number;
}

export const figuresInRange = 3;

export function rangesOf({ ranges }: CountedFunction): readonly CountedRange[] {
  return Array.from({ length: ranges.length / figuresInRange }, (_, row) => {
    const [start = 0, end = 0, count = 0] = ranges.slice(row * figuresInRange, (row + 1) * figuresInRange);
    return { start, end, count };
  });
}

/** Functions that V8 makes of the fields and static blocks of a class. Where they begin and end differs between versions. */
export const initializerNames = ["<instance_members_initializer>", "<static_initializer>"] as const;

/** In all threads of a run. A larger program loses those of its packages first. */
export const mostCountedFunctions = 200_000;
