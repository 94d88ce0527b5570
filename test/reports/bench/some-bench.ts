import type {
  BenchedCost,
  BenchedExcess,
  BenchedFunction,
  BenchedLine,
  BenchResult,
} from "../../../language-server/answers/bench/bench-result.ts";

/** 4 ms before. */
export function someCost(verdict: BenchedCost["verdict"], headMs: number): BenchedCost {
  const change = headMs - 4;
  const [ratio, low, high] = [headMs / 4, headMs / 4 - 0.04, headMs / 4 + 0.04];
  return { baseMs: 4, headMs, ratio, low, high, change, changeLow: change - 0.16, changeHigh: change + 0.16, verdict };
}

export function someLine(line: number, fields: Partial<BenchedLine> = {}): BenchedLine {
  return { ...someCost("slower", 4.5), at: { file: "lib/price.js", line, inBaseOnly: false }, text: `price(${line});`, ...fields };
}

export function someFunction(name: string, fields: Partial<BenchedFunction> = {}): BenchedFunction {
  return { ...someCost("slower", 4.5), at: { file: "lib/price.js", line: 3, inBaseOnly: false }, name, edited: true, ...fields };
}

export function someBench(fields: Partial<BenchResult> = {}): BenchResult {
  return {
    schema: 1,
    base: { name: "main", commit: "1a2b3c4d5e6f70819203a4b5c6d7e8f901234567", node: "22.20.0" },
    head: { name: "fix", commit: "abcdef0123456789abcdef0123456789abcdef01", node: "22.20.0" },
    measured: "npm start · GET /orders",
    machine: { cpu: "AMD EPYC 7B13", cores: 4, boot: "0123456789abcdef" },
    per: "request",
    rounds: 10,
    leftOut: [],
    app: someCost("slower", 4.5),
    functions: [someFunction("total"), someFunction("render", someCost("noDifference", 4.01))],
    lines: [someLine(12), someLine(13, someCost("noDifference", 4.01))],
    unusedChanges: null,
    warnings: [],
    over: [],
    ...fields,
  };
}

export function someExcess(what: string, fields: Partial<BenchedExcess> = {}): BenchedExcess {
  return { what, at: { file: "lib/price.js", line: 3, inBaseOnly: false }, budget: "2 ms", cost: someCost("slower", 4.5), ...fields };
}
