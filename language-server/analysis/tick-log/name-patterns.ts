/**
 * Whether a name is one of many patterns, each with a capital letter (or `_`) first. Of these only the ones with the name's own first letter are ever compiled: to compile
 * all takes longer than to read a small log.
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
