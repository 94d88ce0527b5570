import type { commonEnglish } from "./bundles/common/en.ts";
import type { english } from "./bundles/en.ts";

/** A key of the bundles. `code#one`, `code#few` and `code#many` are plural forms of `code`. */
export type TextCode = Exclude<keyof typeof english, PluralForm>;

export type PluralForm = `${string}#${"one" | "few" | "many"}`;

/** The texts of a language by code. */
export type Bundle = Readonly<Record<TextCode | PluralForm, string>>;

/** A text in no language yet: `bundles/` has it under its code, with `{name}` where a value goes. */
export interface CodedText {
  readonly code: TextCode;
  readonly values?: TextValues | undefined;
}

type CommonCode = keyof typeof commonEnglish;

export type CommonBundle = Readonly<Record<CommonCode, string>>;

/** A text that the extension shows too. */
export interface CommonText {
  readonly code: CommonCode;
  readonly values?: Readonly<Record<string, string | number | CommonText>> | undefined;
}

export type TextValues = Readonly<Record<string, TextValue>>;

/** Names, numbers and other programs' messages are used as they are; of a text within a text only the first line is used. */
export type TextValue = string | number | CodedText;

/** Puts a text into words, in the language of who reads it. */
export type TextOf = (code: TextCode, values?: TextValues) => string;

/** A text of any bundle. */
export interface AnyText {
  readonly code: string;
  readonly values?: Readonly<Record<string, string | number | AnyText>> | undefined;
}

/** Another program's message without its full stop, to go inside a sentence. */
export function withoutStop(reason: string): string {
  return reason.replace(/[.!?…]+$/, "");
}
