/**
 * A second decoder of V8's tick log, written naively from the rules in V8's sources (log.cc, tickprocessor.mjs, source-position-table.h)
 * and sharing no code with the real one: objects and strings, one tick at a time, no tables. It knows only JavaScript frames and restores
 * none.
 */
interface Func {
  name: string;
  script: number;
  start: number;
}

interface Code {
  start: number;
  end: number;
  tier: string;
  func: Func | undefined;
  positions: { code: number; source: number; inlined: number }[];
  inlinings: { func: number; source: number; inlined: number }[];
  functions: (Func | undefined)[];
}

export interface OracleTick {
  readonly time: number;
  /** 9 while V8 writes its log, also where it does not say so: from the text of a script on, until two ticks are as far apart as asked. */
  readonly state: number;
  /** `url line:column` of each JavaScript frame, outermost first. */
  readonly frames: readonly string[];
}

export function oracleTicks(log: string): OracleTick[] {
  let live: Code[] = [];
  const functions = new Map<number, Func>();
  const sources = new Map<number, { url: string; text: string; lineStarts: number[] }>();
  const ticks: OracleTick[] = [];
  let [before, lastTick, isBehindText, usual, asked] = ["", 0, false, 0, 1000];

  const put = (code: Code): void => {
    // Code that the new code overlaps no longer exists.
    const first = live.findIndex((other) => other.end > code.start);
    if (first < 0) {
      live.push(code);
      return;
    }
    let last = first;
    while (last < live.length && (live[last] as Code).start < code.end) last += 1;
    live.splice(first, last - first, code);
  };
  const at = (address: number): Code | undefined => {
    let low = 0;
    let high = live.length - 1;
    while (low <= high) {
      const middle = (low + high) >> 1;
      const code = live[middle] as Code;
      if (address < code.start) high = middle - 1;
      else if (address >= code.end) low = middle + 1;
      else return code;
    }
    return undefined;
  };
  const place = (func: Func | undefined, offset: number): string | undefined => {
    if (func === undefined) return undefined;
    const source = sources.get(func.script);
    if (source === undefined || offset < 0) return `? ${func.name}`;
    let line = 0;
    while (line + 1 < source.lineStarts.length && (source.lineStarts[line + 1] as number) <= offset) line += 1;
    return `${source.url} ${line + 1}:${offset - (source.lineStarts[line] as number)}`;
  };
  const frames = (address: number, isTop: boolean): string[] => {
    const code = at(address);
    if (code?.func === undefined) return [];
    const offset = address - code.start;
    const reached = code.positions.filter((position) => (isTop || code.tier === "~" ? position.code <= offset : position.code < offset));
    const position = reached.at(-1);
    const found: (string | undefined)[] = [];
    if (position === undefined) return [place(code.func, code.positions.length === 0 ? -1 : code.func.start) ?? ""];
    let { source, inlined } = position;
    while (inlined >= 0) {
      const inlining = code.inlinings[inlined];
      if (inlining === undefined) break;
      found.push(place(inlining.func < 0 ? code.func : code.functions[inlining.func], source));
      ({ source, inlined } = inlining);
    }
    found.push(place(code.func, source));
    return found.reverse().filter((one) => one !== undefined);
  };

  for (const line of log.split("\n").slice(0, -1)) {
    const fields = line
      .split(",")
      .map((field) =>
        field.replace(/\\(x..|u....|n|\\)/g, (_all, escape: string) =>
          escape === "n" ? "\n" : escape === "\\" ? "\\" : String.fromCharCode(Number.parseInt(escape.slice(1), 16)),
        ),
      );
    const number = (field: number): number => Number(fields[field]);
    if (fields[0] !== "tick") before = fields[0] ?? "";
    if (fields[0] === "script-source") [isBehindText, usual] = [true, 0];
    if (fields[0] === "profiler" && fields[1] === "begin") asked = number(2) || 1000;
    switch (fields[0]) {
      case "code-creation": {
        const start = number(4);
        let func: Func | undefined;
        if (fields.length > 7) {
          func = functions.get(number(7));
          if (func?.name !== fields[6]) func = { name: fields[6] ?? "", script: -1, start: -1 };
          functions.set(number(7), func as Func);
        }
        const tier = /[~^+*]/.exec(fields[8] ?? "")?.[0] ?? (func ? "~" : "");
        put({ start, end: start + number(5), tier, func, positions: [], inlinings: [], functions: [] });
        break;
      }
      case "code-source-info": {
        const code = at(number(1));
        if (code?.func === undefined || code.start !== number(1)) break;
        if (code.func.script >= 0 && (code.func.script !== number(2) || code.func.start !== number(3))) {
          const old = code.func;
          code.func = { name: old.name, script: -1, start: -1 };
          for (const [address, func] of functions) if (func === old) functions.set(address, code.func);
        }
        code.func.script = number(2);
        code.func.start = number(3);
        code.positions = [];
        code.inlinings = [];
        for (const match of (fields[5] ?? "").matchAll(/C(\d+)O(-?\d+)(?:I(\d+))?/g))
          code.positions.push({ code: Number(match[1]), source: Number(match[2]), inlined: Number(match[3] ?? -1) });
        for (const match of (fields[6] ?? "").matchAll(/F(\d*)O(-?\d+)(?:I(\d+))?/g)) {
          code.inlinings.push({ func: match[1] === "" ? -1 : Number(match[1]), source: Number(match[2]), inlined: Number(match[3] ?? -1) });
        }
        code.functions = Array.from((fields[7] ?? "").matchAll(/S(0x[0-9a-f]+)/g), (match) => functions.get(Number(match[1])));
        break;
      }
      case "code-move": {
        const code = at(number(1));
        if (code === undefined || code.start !== number(1)) break;
        live = live.filter((other) => other !== code);
        const size = code.end - code.start;
        code.start = number(2);
        code.end = code.start + size;
        put(code);
        break;
      }
      case "sfi-move": {
        const func = functions.get(number(1));
        if (func !== undefined) {
          functions.delete(number(1));
          functions.set(number(2), func);
        }
        break;
      }
      case "script-source": {
        const text = fields[3] ?? "";
        const lineStarts = [0];
        for (let i = 0; i < text.length; i++) {
          if (text[i] === "\r" && text[i + 1] === "\n") continue;
          if ("\n\r\u2028\u2029".includes(text[i] as string)) lineStarts.push(i + 1);
        }
        const named =
          fields[2] === "" || fields[2] === "<unknown>" ? (/\/\/# sourceURL=(\S+)/.exec(text)?.[1] ?? "") : (fields[2] as string);
        sources.set(number(1), { url: named, text, lineStarts });
        break;
      }
      case "tick": {
        let previous = number(1);
        const addresses = fields.slice(6).flatMap((field) => {
          if (field === "overflow") return [];
          if (field.startsWith("+")) previous += Number(field.slice(1));
          else if (field.startsWith("-")) previous -= Number(field.slice(1));
          else previous = Number(field);
          return [previous];
        });
        const callers = [...addresses].reverse().flatMap((address) => frames(address, false));
        // In a callback the program counter says nothing; a collection has no frames.
        const top = fields[3] === "1" ? [] : frames(number(1), true);
        const isAtOnce = isBehindText && number(2) >= lastTick && number(2) - lastTick < asked / 10;
        const isWriting = number(5) === 9 || before === "script-source" || isAtOnce;
        if (!isWriting && isBehindText && ++usual === 2) isBehindText = false;
        lastTick = number(2);
        ticks.push({ time: number(2), state: isWriting ? 9 : number(5), frames: number(5) === 1 ? [] : [...callers, ...top] });
        break;
      }
      default:
    }
  }
  return ticks;
}
