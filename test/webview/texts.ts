import { readFileSync } from "node:fs";
import path from "node:path";
import type { Texts } from "../../webview/texts.ts";

/** The translations that VS Code passes to the extension in a language. */
export function textsIn(language: string): Texts {
  if (language === "en") return {};
  return JSON.parse(readFileSync(path.join(import.meta.dirname, `../../extension/l10n/bundle.l10n.${language}.json`), "utf8")) as Texts;
}
