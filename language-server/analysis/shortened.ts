/** At most `most` UTF-16 units of a text, and "…" for what is left out. */
export function shortened(text: string, most: number): string {
  return text.length > most ? `${startOf(text, most)}…` : text;
}

/** The first `most` UTF-16 units, or one less where that would cut a character in two. */
export function startOf(text: string, most: number): string {
  const last = text.codePointAt(most - 1) ?? 0;
  return text.slice(0, last > 0xffff ? most - 1 : most);
}

/** The last `most` UTF-16 units, or one less where that would cut a character in two. */
export function endOf(text: string, most: number): string {
  const at = Math.max(0, text.length - most);
  return text.slice((text.codePointAt(at - 1) ?? 0) > 0xffff ? at + 1 : at);
}
