/** Words that are written in one text, with a blank between them. */
export function wordSet(text: string): ReadonlySet<string> {
  return new Set(text.split(" "));
}
