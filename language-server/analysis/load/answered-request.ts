/** A request that the app answered, whoever sent it; answers with another status are listed on their own. In-app code sends the same. */
export interface AnsweredRequest {
  /** Of the server at which it arrived. */
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
