/**
 * Limits for one imported file, so that a small malicious one costs neither minutes nor gigabytes. Each leaves ten times the room that the largest
 * documents of the tests need, and what a server accepts.
 */
export const importLimits = {
  /** Bytes of YAML, whose reader takes forty times as much. */
  yamlBytes: 16 * 1024 * 1024,
  /** Values of YAML or JSON, estimated by their signs before they are read. */
  values: 2_000_000,
  /** Aliases of a YAML file, and keys that are merged. */
  aliases: 10_000,
  /** Values of a document whose aliases are filled in. */
  expanded: 4_000_000,
  /** How deep values are nested. */
  depth: 100,
  /** Characters of one request's body, path or headers; of a variable's value, too. */
  part: 1024 * 1024,
  /** Requests of a file, and the characters of all of them. */
  requests: 20_000,
  characters: 64 * 1024 * 1024,
  /** Schemas, examples and their values that are looked at. */
  steps: 20_000_000,
  /** Sentences about what was left out. */
  notes: 200,
} as const;

export type ImportLimits = Readonly<Record<keyof typeof importLimits, number>>;

class BeyondLimit extends Error {
  override readonly name = "BeyondLimit";
  readonly limit: number;

  constructor(limit: number) {
    super(`An import goes beyond the limit of ${limit}.`);
    this.limit = limit;
  }
}

/** One request, or a part of it, is larger than `limit` characters. */
export class PartTooLarge extends BeyondLimit {}

/** The rest of the file is not read. */
export class ImportEnded extends BeyondLimit {}

/** What is left of the budget of one import. */
export class ImportBudget {
  readonly limits: ImportLimits;
  #steps = 0;

  constructor(limits: ImportLimits = importLimits) {
    this.limits = limits;
  }

  /** Throws ImportEnded where the work would be more than a file is worth. */
  step(count = 1): void {
    this.#steps += count;
    if (this.#steps > this.limits.steps) throw new ImportEnded(this.limits.steps);
  }

  /** Call before a value becomes text: aliases and references can name one value very often. Throws PartTooLarge, also for a value that is too deep. */
  checkValue(value: unknown): void {
    const { part, depth } = this.limits;
    const open = [{ value, level: 0 }];
    let size = 0;
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      this.step();
      size += typeof next.value === "string" ? next.value.length + 1 : 1;
      if (size > part || next.level > depth) throw new PartTooLarge(part);
      if (typeof next.value !== "object" || next.value === null) continue;
      for (const [key, each] of Object.entries(next.value)) {
        size += Array.isArray(next.value) ? 0 : key.length;
        if (open.length > part) throw new PartTooLarge(part);
        open.push({ value: each, level: next.level + 1 });
      }
    }
  }
}
