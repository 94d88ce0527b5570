import { type Locale, localeOf } from "../../texts/locale.ts";

export type Environment = Readonly<Record<string, string | undefined>>;

/** Reads the variables in POSIX's order. If none is set, Windows' own language is used, elsewhere English. */
export function localeOfTerminal(env: Environment, platform: string, systemLanguage = languageOfSystem): Locale {
  const named = [env["LC_ALL"], env["LC_MESSAGES"], env["LANG"]].find((value) => value !== undefined && value !== "");
  if (named !== undefined) return localeOf(named);
  return platform === "win32" ? localeOf(systemLanguage()) : "en";
}

function languageOfSystem(): string {
  return Intl.DateTimeFormat().resolvedOptions().locale;
}
