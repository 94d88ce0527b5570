import { shownText } from "./hidden-characters.ts";

/** A name in a line of collapsed stacks: `;` and line breaks separate the format's fields, and it has no escapes. */
export function stackName(text: string): string {
  return shownText(text.replaceAll(/[;\r\n]+/g, ":"), "\uFFFD");
}
