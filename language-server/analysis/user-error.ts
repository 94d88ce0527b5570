/** A sentence with values in it. `text` is English with `{0}`, `{1}`… in their places, and what its translations are found by. */
export interface Phrase {
  readonly text: string;
  readonly values: readonly PhraseValue[];
}

/** Names, numbers and what other programs said stay as they are; a phrase within a phrase is translated like it. */
export type PhraseValue = string | number | Phrase;

/** say`The program ${file} does not exist.` */
export function say(parts: TemplateStringsArray, ...values: readonly PhraseValue[]): Phrase {
  return { text: parts.reduce((text, part, index) => `${text}{${index - 1}}${part}`), values };
}

/** The sentence in the language of `translations`, by its English; without one in English. */
export function phraseText(phrase: Phrase, translations: Readonly<Record<string, string>> = {}): string {
  const text = Object.hasOwn(translations, phrase.text) ? (translations[phrase.text] ?? phrase.text) : phrase.text;
  if (phrase.values.length === 0) return text;
  return text.replaceAll(/\{(\d+)\}/g, (_whole, index: string) => {
    const value = phrase.values[Number(index)] ?? "";
    return typeof value === "object" ? phraseText(value, translations) : String(value);
  });
}

/**
 * A failure that the user can mend. `message` says what happened, `remedy` what to do about it; both are whole sentences fit
 * for a notification, in English; `error-texts.ts` has them in the other languages. Anything else that is thrown is a bug.
 */
export class UserError extends Error {
  override readonly name = "UserError";
  readonly remedy: string;
  readonly phrases: { readonly message: Phrase; readonly remedy: Phrase };

  constructor(message: string | Phrase, remedy: string | Phrase, options?: ErrorOptions) {
    const phrases = { message: phraseOf(message), remedy: phraseOf(remedy) };
    super(phraseText(phrases.message), options);
    this.phrases = phrases;
    this.remedy = phraseText(phrases.remedy);
  }

  /** The one text to show: what happened, then what to do. */
  get text(): string {
    return `${this.message} ${this.remedy}`.trim();
  }
}

/** Whether it is one, also from a bundle that is loaded beside this one: each has a class of its own. */
export function isUserError(error: unknown): error is UserError {
  return error instanceof UserError || (error instanceof Error && error.name === "UserError" && "phrases" in error);
}

function phraseOf(text: string | Phrase): Phrase {
  return typeof text === "string" ? { text, values: [] } : text;
}
