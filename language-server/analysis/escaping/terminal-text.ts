import { shownJson, shownText } from "./hidden-characters.ts";

/** Replaces tabs by two blanks, and other control and invisible characters by ?, so that a text cannot control the terminal. */
export function harmless(text: string): string {
  return shownText(text.replaceAll("\t", "  ").replaceAll(/[\n-\r\u0085\u2028\u2029]/g, "?"), "?");
}

/** JSON without characters that control a terminal: JSON.stringify leaves DEL, C1, bidirectional and invisible characters as they are. */
export function harmlessJson(value: unknown): string {
  return shownJson(JSON.stringify(value, undefined, 1));
}
