/** A report as headings and tables; every cell is plain text. */
export interface Report {
  readonly title: string;
  readonly facts: readonly (readonly [name: string, value: string])[];
  readonly tables: readonly {
    readonly title: string;
    readonly columns: readonly string[];
    /** Indices of the columns with figures, which are aligned right; others are text. */
    readonly figures: readonly number[];
    readonly rows: readonly (readonly string[])[];
    /** Shown if a table has no rows. */
    readonly none: string;
  }[];
}
