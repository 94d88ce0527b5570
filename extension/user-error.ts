/**
 * A failure that the user can fix: what happened, then what to do, in the window's language (from `vscode.l10n`, the server or the
 * adapter). Anything else that is thrown is a bug.
 */
export class UserError extends Error {
  override readonly name = "UserError";
  readonly remedy: string;

  constructor(message: string, remedy: string, options?: ErrorOptions) {
    super(message, options);
    this.remedy = remedy;
  }

  /** The one text to show. */
  get text(): string {
    return `${this.message} ${this.remedy}`.trim();
  }
}
