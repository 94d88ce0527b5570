/** What a stripper may leave in place of types: white space of the same length, and what keeps a statement or an arrow function whole without them. */
const leftBehind = /^[\s;,()=>]$/;

/** Whether `ran` is `written` without its types, as Node strips them: everything else keeps its position (https://nodejs.org/api/typescript.html). */
export function isStripped(ran: string, written: string): boolean {
  const code = ran.replace(/\n\n\/\/# sourceURL=[^\n]*$/, "");
  if (code.length !== written.length) return false;
  for (let at = 0; at < code.length; at++) {
    if (code[at] === written[at]) continue;
    if (written[at] === "\n" || !leftBehind.test(code[at] as string) || code[at] === "\n") return false;
  }
  return true;
}
