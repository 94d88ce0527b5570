import type { Profile } from "../../../language-server/analysis/profile/profile.ts";
import { parseSyntax } from "../../../language-server/analysis/syntax/syntax-parser.ts";

/** Moves the functions of a drawing to their positions in the text, by name; `top` is the script itself. */
export function placed(profile: Profile, text: string): Profile {
  const syntax = parseSyntax(text, "app.js");
  const line = profile.functions.line.slice();
  const column = profile.functions.column.slice();
  profile.functions.name.forEach((name, row) => {
    const found = syntax?.functions.name.indexOf(name === "top" ? "" : name, name === "" ? 1 : 0) ?? -1;
    if (found === -1 || profile.functions.script[row] === -1) return;
    line[row] = name === "top" ? 1 : (syntax?.functions.line[found] ?? 0);
    column[row] = name === "top" ? 0 : (syntax?.functions.column[found] ?? 0);
  });
  const names = profile.functions.name.map((name) => (name === "top" ? "" : name));
  return { ...profile, functions: { ...profile.functions, name: names, line, column } };
}
