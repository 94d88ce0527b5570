/** Characters that a type stripper may put in place of types: white space, and what keeps a statement or an arrow function intact. */
const leftBehind = /^[\s;,()=>]$/;

/** Whether `ran` is `written` with its types stripped by Node, which keeps all positions (https://nodejs.org/api/typescript.html). */
export function isStripped(ran: string, written: string): boolean {
  const code = ran.replace(/\n\n\/\/# sourceURL=[^\n]*$/, "");
  if (code.length !== written.length) return false;
  for (let at = 0; at < code.length; at++) {
    if (code[at] === written[at]) continue;
    if (written[at] === "\n" || !leftBehind.test(code[at] as string) || code[at] === "\n") return false;
  }
  return true;
}
