import * as vscode from "vscode";
import type { CommonText } from "../language-server/texts/coded-text.ts";
import { commonText } from "../language-server/texts/common-texts.ts";
import { localeOf } from "../language-server/texts/locale.ts";

/** In VS Code's language a text that the server's side says, too. */
export function wordsOf(text: CommonText): string {
  return commonText(text, localeOf(vscode.env.language));
}
