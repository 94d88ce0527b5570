import type { commandEnglish } from "./bundles/command/en.ts";
import type { PluralForm, TextCode } from "./coded-text.ts";

type CommandCode = Exclude<keyof typeof commandEnglish, PluralForm>;

/** The texts of the command in one language. */
export type CommandBundle = Readonly<Record<CommandCode | PluralForm, string>>;

/** A text that the command says: one of its own, or one that it shares with the server. */
export interface CommandText {
  readonly code: CommandCode | TextCode;
  readonly values?: Readonly<Record<string, string | number | CommandText>> | undefined;
}
