/** A request that the app answered, whoever sent it; each status has an entry of its own. The code inside the app sends the same fields. */
export interface AnsweredRequest {
  /** Port of the server that received it. */
  readonly port: number;
  readonly method: string;
  /** Path and query as sent; values that look like secrets are replaced by `:name`. */
  readonly path: string;
  /** False if a value was replaced. */
  readonly isWhole: boolean;
  readonly status: number;
  readonly count: number;
  /** Not all were counted: there were too many at once. */
  readonly isAtLeast: boolean;
}
