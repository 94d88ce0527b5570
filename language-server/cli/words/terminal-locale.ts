import { type Locale, localeOf } from "../../texts/locale.ts";

export type Environment = Readonly<Record<string, string | undefined>>;

/** As POSIX orders the variables. Windows sets none of them; there the system's own language counts. */
export function localeOfTerminal(env: Environment, platform: string, systemLanguage = languageOfSystem): Locale {
  const named = [env["LC_ALL"], env["LC_MESSAGES"], env["LANG"]].find((value) => value !== undefined && value !== "");
  if (named !== undefined) return localeOf(named);
  return platform === "win32" ? localeOf(systemLanguage()) : "en";
}

function languageOfSystem(): string {
  return Intl.DateTimeFormat().resolvedOptions().locale;
}
