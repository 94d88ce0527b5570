const [quote, openBracket, backslash, closeBracket, openBrace, closeBrace] = [34, 91, 92, 93, 123, 125];

/** A trace without its end, completed after its last whole event. */
interface CutTrace {
  readonly text: string;
  /** False for a list whose end the format allows to be missing: it ends with a whole event. */
  readonly isCut: boolean;
}

/** Undefined if no event is complete. Text that is damaged in another way is still invalid JSON. */
export function completedTrace(text: string): CutTrace | undefined {
  const list = /^[\s\uFEFF]*\[/.exec(text);
  const events = list ?? /"traceEvents"\s*:\s*\[/.exec(text);
  if (events === null) return undefined;
  const start = events.index + events[0].length;
  const end = endOfEvents(text, start);
  if (end === start) return undefined;
  return {
    text: `${text.slice(0, end)}${list === null ? "]}" : "]"}`,
    isCut: list === null || /[^\s,]/.test(text.slice(end)),
  };
}

/** End of the last whole event of a list that begins at `start`, or `start`. */
function endOfEvents(text: string, start: number): number {
  let end = start;
  let depth = 0;
  for (let at = start; at < text.length; at++) {
    switch (text.charCodeAt(at)) {
      case quote:
        at = endOfString(text, at);
        if (at === -1) return end;
        break;
      case openBrace:
      case openBracket:
        depth++;
        break;
      case closeBrace:
      case closeBracket:
        // The end of the list itself.
        if (depth === 0) return end;
        depth--;
        if (depth === 0) end = at + 1;
    }
  }
  return end;
}

/** Position of the quote that ends the string which begins at `start`; -1 if it has no end. */
function endOfString(text: string, start: number): number {
  for (let at = text.indexOf('"', start + 1); at !== -1; at = text.indexOf('"', at + 1)) {
    let escapes = 0;
    while (text.charCodeAt(at - 1 - escapes) === backslash) escapes++;
    if (escapes % 2 === 0) return at;
  }
  return -1;
}
