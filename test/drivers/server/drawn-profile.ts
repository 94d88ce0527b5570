import { certainties, functionKinds, type Profile } from "../../../language-server/analysis/profile/profile.ts";

const pseudo: Readonly<Record<string, (typeof functionKinds)[number]>> = {
  "(garbage collector)": "gc",
  "(program)": "program",
  "(idle)": "idle",
};

/**
 * A profile drawn as lines of text: `ticks | frame > frame > …`, root first. A frame of a script is
 * `url name@startLine:startColumn line:column`, with ` ≈` after it where the position is inferred; any other text is native.
 */
export function drawProfile(drawing: string, hashes: Readonly<Record<string, string>>, interval = 1000): Profile {
  const functions = { name: [] as string[], script: [] as number[], line: [] as number[], column: [] as number[], kind: [] as number[] };
  const stacks = { prefix: [] as number[], func: [] as number[], line: [] as number[], column: [] as number[], certainty: [] as number[] };
  const urls = Object.keys(hashes);
  const functionRows = new Map<string, number>();
  const stackRows = new Map<string, number>();
  const samples: number[] = [];

  const functionRow = (key: string, make: () => readonly [string, number, number, number, (typeof functionKinds)[number]]): number => {
    const known = functionRows.get(key);
    if (known !== undefined) return known;
    const [name, script, line, column, kind] = make();
    const row = functions.name.push(name) - 1;
    functions.script.push(script);
    functions.line.push(line);
    functions.column.push(column);
    functions.kind.push(functionKinds.indexOf(kind));
    functionRows.set(key, row);
    return row;
  };

  for (const row of drawing.trim().split("\n")) {
    const [ticks = "", stack = ""] = row.split("|").map((part) => part.trim());
    let prefix = -1;
    for (const frame of stack.split(" > ")) {
      const parts = /^(\S+) (\S*)@(\d+):(-?\d+) (\d+):(-?\d+)( ≈)?$/.exec(frame);
      let func: number;
      let place: readonly [number, number, (typeof certainties)[number]] = [0, -1, "unknown"];
      if (parts === null) {
        func = functionRow(frame, () => [frame, -1, 0, -1, pseudo[frame] ?? "native"]);
      } else {
        const [, url = "", name = "", startLine, startColumn, line, column, inferred] = parts;
        if (!urls.includes(url)) throw new Error(`No script ${url} for ${frame}`);
        func = functionRow(`${url} ${name}@${startLine}:${startColumn}`, () => [
          name,
          urls.indexOf(url),
          Number(startLine),
          Number(startColumn),
          "script",
        ]);
        place = [Number(line), Number(column), inferred === undefined ? "exact" : "inferred"];
      }
      const key = `${prefix} ${func} ${place.join(" ")}`;
      let known = stackRows.get(key);
      if (known === undefined) {
        known = stacks.prefix.push(prefix) - 1;
        stacks.func.push(func);
        stacks.line.push(place[0]);
        stacks.column.push(place[1]);
        stacks.certainty.push(certainties.indexOf(place[2]));
        stackRows.set(key, known);
      }
      prefix = known;
    }
    for (let tick = 0; tick < Number(ticks); tick += 1) samples.push(prefix);
  }
  return {
    scripts: { url: urls, hash: urls.map((url) => hashes[url] ?? "") },
    functions: {
      name: functions.name,
      script: Int32Array.from(functions.script),
      line: Int32Array.from(functions.line),
      column: Int32Array.from(functions.column),
      kind: Uint8Array.from(functions.kind),
    },
    stacks: {
      prefix: Int32Array.from(stacks.prefix),
      func: Int32Array.from(stacks.func),
      line: Int32Array.from(stacks.line),
      column: Int32Array.from(stacks.column),
      certainty: Uint8Array.from(stacks.certainty),
    },
    samples: { stack: Int32Array.from(samples), time: Float64Array.from(samples, (_stack, index) => index * interval) },
    interval,
  };
}
