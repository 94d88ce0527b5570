/**
 * Whether a name matches one of many patterns that each start with a capital letter (or `_`). Compiles only patterns with the name's first
 * letter: a log has few such names, and for a command that reads a single log compiling all would not pay.
 */
export function oneOf(patterns: readonly string[]): (name: string) => boolean {
  const byLetter = new Map<string, string[]>();
  for (const pattern of patterns) {
    const letter = pattern.charAt(0);
    byLetter.set(letter, [...(byLetter.get(letter) ?? []), pattern]);
  }
  const compiled = new Map<string, RegExp>();
  return (name) => {
    const letter = name.charAt(0);
    let expression = compiled.get(letter);
    if (expression === undefined) {
      const some = byLetter.get(letter);
      if (some === undefined) return false;
      expression = new RegExp(`^(?:${some.join("|")})$`);
      compiled.set(letter, expression);
    }
    return expression.test(name);
  };
}
