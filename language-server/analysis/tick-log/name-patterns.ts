/**
 * Whether a name is one of many patterns, each with a capital letter (or `_`) first. Only those with the name's own first letter are ever compiled: a log
 * names few of them, and a command that reads one log has no time to win that back.
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
