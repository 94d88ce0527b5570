/**
 * A failure that the user can fix: what happened, then what to do, in the window's language (from `vscode.l10n`, the server or the
 * adapter). Anything else that is thrown is a bug.
 */
export class UserError extends Error {
  override readonly name = "UserError";
  readonly remedy: string;
  /** To its place in code, for a notification; "" without one. */
  readonly link: string;

  constructor(message: string, remedy: string, options?: ErrorOptions & { readonly link?: string | undefined }) {
    super(message, options);
    this.remedy = remedy;
    this.link = options?.link ?? "";
  }

  /** One of another bundle, which has a copy of this class, is one, too. */
  static override [Symbol.hasInstance](value: unknown): boolean {
    return Error[Symbol.hasInstance](value) && (value as Error).name === "UserError";
  }

  /** The one text to show. */
  get text(): string {
    return `${this.message} ${this.remedy}`.trim();
  }
}
