import type { english } from "./bundles/en.ts";

/** A key of the bundles. `code#one`, `code#few` and `code#many` are plural forms of `code`. */
export type TextCode = Exclude<keyof typeof english, PluralForm>;

type PluralForm = `${string}#${"one" | "few" | "many"}`;

/** The texts of a language by their codes. */
export type Bundle = Readonly<Record<TextCode | PluralForm, string>>;

/** A text before it is in a language: `bundles/` has it under its code, with `{name}` where a value goes. */
export interface CodedText {
  readonly code: TextCode;
  readonly values?: TextValues | undefined;
}

export type TextValues = Readonly<Record<string, TextValue>>;

/** Names, numbers and what other programs said stay as they are; of a text within a text its first line is used. */
export type TextValue = string | number | CodedText;

/** What another program said, without the full stop that the sentence around it has. */
export function withoutStop(reason: string): string {
  return reason.replace(/[.!?…]+$/, "");
}
