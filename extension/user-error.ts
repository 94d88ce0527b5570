/**
 * A failure that the user can fix: what happened, then what to do about it, in the window's language (by `vscode.l10n`, or as the server or the
 * adapter said it). Anything else that is thrown is a bug.
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
