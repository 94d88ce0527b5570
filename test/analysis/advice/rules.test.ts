import { expect, test } from "vitest";
import { adviceRules } from "../../../language-server/analysis/advice/rules.ts";
import { adviceWords } from "../../../language-server/reports/advice-words.ts";
import { advised, type DrawnAdvice } from "./drawn-advice.ts";
import { phrasesIn } from "../../../language-server/lsp/words/group-text.ts";
import { localised } from "../../../language-server/texts/localised.ts";

const server = "parserOnIncoming@node:_http_server:1139";
const other = "900 | other@app.js:90";

function found(drawing: DrawnAdvice): readonly string[] {
  return advised(drawing).found;
}

test("a synchronous call during a request is reported at the line of own code that causes it", () => {
  const stacks = `
    100 | ${server} > handler@app.js:5 > hash@lib!hash.js:3 > pbkdf2Sync@node:internal/crypto/pbkdf2:74 > HandleApiCall
    ${other}`;
  expect(found({ stacks, run: { requests: 0 } })).toEqual(["synchronous-call app.js:5"]);
  expect(advised({ stacks }).figures).toEqual([{ name: { text: "pbkdf2Sync" }, instead: { text: "pbkdf2" }, share: { share: 0.1 } }]);
});

test("a synchronous call after an await counts as answering a request where a load ran, but not while modules are evaluated", () => {
  const read = "readFileSync@node:fs:455 > HandleApiCall";
  expect(
    found({ stacks: `100 | processTicksAndRejections@node:internal/process/task_queues:95 > load@app.js:5 > ${read}\n${other}` }),
  ).toEqual(["synchronous-call app.js:5"]);
  const starting = `100 | Module._compile@node:internal/modules/cjs/loader:1400 > load@app.js:5 > ${read}\n${other}`;
  expect(found({ stacks: starting })).toEqual([]);
  expect(found({ stacks: `100 | load@app.js:5 > ${read}\n${other}`, run: { requests: 0 } })).toEqual([]);
});

test("what Node reads in order to load a module is no synchronous call of the app", () => {
  const stacks = `100 | ${server} > handler@app.js:5 > require@node:internal/modules/helpers:182 > readFileSync@node:fs:455\n${other}`;
  expect(found({ stacks }).filter((each) => each.startsWith("synchronous"))).toEqual([]);
});

test("too few ticks, or too small a share, are not evidence", () => {
  const under = (ticks: number, rest: number): string =>
    `${ticks} | ${server} > handler@app.js:5 > gzipSync@node:zlib:9\n${rest} | other@app.js:90`;
  expect(found({ stacks: under(9, 10) })).toEqual([]);
  expect(found({ stacks: under(20, 980) })).toEqual([]);
  expect(found({ stacks: under(40, 960) })).toEqual(["synchronous-call app.js:5"]);
});

test("zlib's function without a name in Node 20 has the name that the line calls", () => {
  const stacks = `100 | ${server} > handler@app.js:2 > syncBufferWrapper@node:zlib:767 > zlibBufferSync@node:zlib:178\n${other}`;
  const texts = { "app.js": "function handler(text) {\n  return zlib.deflateRawSync(text);\n}\n" };
  expect(advised({ stacks, texts }).figures[0]).toMatchObject({ name: { text: "deflateRawSync" }, instead: { text: "deflateRaw" } });
});

const events = "function emit() {\n  if (single) handler.apply(this, args);\n  const result = listeners[i].apply(this, args);\n}\n";

/** Emits with other work between them; each takes `length(index)` ticks. */
function emits(length: (index: number) => number, emitLine: number, count = 60): string {
  return Array.from({ length: count }, (_none, index) => {
    const emit = `${length(index)} | ${server} > handler@app.js:9 > emit@node:events:${emitLine} > remember@app.js:4 > stringify`;
    return `${emit}\n2 | ${server} > handler@app.js:10`;
  }).join("\n");
}

test("a listener leak is found by emits that take longer and longer", () => {
  const drawing = { texts: { "node:events": events }, starts: { remember: 3 } };
  const growing = emits((index) => 4 + Math.floor(index / 4), 3);
  expect(found({ ...drawing, stacks: growing })).toEqual(["listener-growth app.js:4"]);
  expect(advised({ ...drawing, stacks: growing }).figures[0]).toMatchObject({
    listener: { text: "remember" },
    places: { places: [{ line: 3 }] },
  });
});

test("a leak that was warmed up for a while grows more slowly, and is still found", () => {
  const drawing = { texts: { "node:events": events }, starts: { remember: 3 } };
  const afterWarmUp = emits((index) => Math.round(6 * Math.sqrt(1 + index / 12)), 3);
  expect(found({ ...drawing, stacks: afterWarmUp })).toEqual(["listener-growth app.js:4"]);
});

test("a leak whose emits often follow each other without a sample in between is found by the separate ones", () => {
  // Early on every third sequence is two emits, about as long as one of the last.
  const early = Array.from({ length: 80 }, (_none, index) => (index % 20 < 7 ? 24 : 12));
  const lengths = [...early, ...Array.from({ length: 80 }, () => 17), ...Array.from({ length: 66 }, () => 22)];
  const drawing = { texts: { "node:events": events }, starts: { remember: 3 } };
  expect(found({ ...drawing, stacks: emits((index) => lengths[index] ?? 0, 3, lengths.length) })).toEqual(["listener-growth app.js:4"]);
});

test("an emit whose cost stays the same, or that has a single listener, is not a leak", () => {
  const drawing = { texts: { "node:events": events } };
  expect(found({ ...drawing, stacks: emits((index) => 8 + (index % 5), 3) })).toEqual([]);
  expect(found({ ...drawing, stacks: emits((index) => 4 + Math.floor(index / 4), 2) })).toEqual([]);
});

test("Node's own warning of too many listeners is advice at the line that adds them", () => {
  const warning = { name: "MaxListenersExceededWarning", message: "Possible EventEmitter memory leak detected." };
  const run = {
    warnings: [
      { ...warning, places: [{ source: 0, line: 7 }] },
      { name: "DeprecationWarning", message: "", places: [] },
    ],
  };
  expect(found({ stacks: other, run })).toEqual(["listener-warning app.js:7"]);
});

test("require() in a hot function is distinguished from loading a module once", () => {
  const lookUp = "require@node:internal/modules/helpers:182 > Module._load@node:internal/modules/cjs/loader:1011";
  const within = `${server} > show@app.js:4`;
  expect(found({ stacks: `5 | ${within} > ${lookUp}\n200 | ${within} > render@app.js:20\n${other}` })).toEqual([
    "require-in-function app.js:4",
  ]);
  const loading = `${lookUp} > Module.load@node:internal/modules/cjs/loader:1200 > (anonymous)@views.js:1`;
  expect(found({ stacks: `50 | ${within} > ${loading}\n200 | ${within}\n${other}` })).toEqual([]);
  expect(found({ stacks: `5 | ${within} > ${lookUp}\n20 | ${within}\n${other}` })).toEqual([]);
});

test("stack traces that are captured repeatedly are reported, whichever part of the work was sampled", () => {
  const stacks = `
    60 | ${server} > log@logger.js:3 > ErrorConstructor
    60 | ${server} > log@logger.js:3 > prepareStackTraceCallback@node:internal/errors:145 > Array.prototype.join > CallSitePrototypeToString
    ${other}`;
  expect(found({ stacks })).toEqual(["stack-capture logger.js:3"]);
  expect(found({ stacks: `30 | ${server} > log@logger.js:3 > ErrorConstructor\n${other}` })).toEqual([]);
});

test("JSON of the same value each time is reported, JSON of a request's data is not", () => {
  const stacks = `200 | ${server} > handler@app.js:4 > JSON.stringify\n${other}`;
  const line = (text: string, head = "const rates = load();"): Record<string, string> => ({
    "app.js": `${head}\n\nfunction handler(request) {\n  ${text}\n}\n`,
  });
  expect(found({ stacks, texts: line("return JSON.parse(JSON.stringify(rates));") })).toEqual(["json-repeated app.js:4"]);
  expect(found({ stacks, texts: line("return JSON.stringify(rates, null, 1);", 'import { rates } from "./rates.js";') })).toEqual([
    "json-repeated app.js:4",
  ]);
  expect(found({ stacks, texts: line("return JSON.stringify(request);") })).toEqual([]);
  expect(found({ stacks, texts: line("return JSON.stringify(request.rates);") })).toEqual([]);
  expect(found({ stacks, texts: line("return ((rates) => JSON.stringify(rates))(request);") })).toEqual([]);
  expect(found({ stacks: other, texts: line("return JSON.stringify(rates);") })).toEqual([]);
});

test("a hot regular expression is shown with its pattern", () => {
  const drawing = { stacks: `200 | ${server} > check@app.js:4 > RegExp.prototype.exec > RegExp: ^(a+)+$\n${other}` };
  expect(found(drawing)).toEqual(["hot-regular-expression app.js:4"]);
  expect(advised(drawing).figures[0]).toMatchObject({ pattern: { text: "/^(a+)+$/" } });
  expect(found({ stacks: `20 | ${server} > check@app.js:4 > RegExp: ^a\n${other}` })).toEqual([]);
});

test("a transpiler or source maps at work while the app runs", () => {
  const register = "node_modules/@swc/register/lib/node.js";
  expect(found({ stacks: `100 | ${server} > handler@app.js:4 > compile@${register}:9\n${other}` })).toEqual([
    "transpiler-at-run-time app.js:4",
  ]);
  const mapped =
    "prepareStackTraceCallback@node:internal/errors:145 > prepareStackTraceWithSourceMaps@node:internal/source_map/prepare_stack_trace:40";
  expect(found({ stacks: `20 | main@app.js:4 > ${mapped}\n${other}`, run: { requests: 0 } })).toEqual([]);
  expect(found({ stacks: `100 | main@app.js:4 > ${mapped}\n${other}`, run: { requests: 0 } })).toEqual(["transpiler-at-run-time app.js:4"]);
  expect(found({ stacks: `100 | ${server} > handler@app.js:4 > transform@node_modules/prettier/index.js:9\n${other}` })).toEqual([]);
});

test("a polyfill of a built-in, but not the own code that it calls back", () => {
  const flatMap = "flatMap@node_modules/array.prototype.flatmap/implementation.js:8";
  expect(found({ stacks: `100 | ${server} > handler@app.js:4 > ${flatMap}\n${other}` })).toEqual(["polyfill app.js:4"]);
  expect(found({ stacks: `100 | ${server} > handler@app.js:4 > ${flatMap} > price@app.js:9\n${other}` })).toEqual([]);
  expect(found({ stacks: `100 | ${server} > handler@app.js:4 > flatMap@node_modules/lodash/flatMap.js:8\n${other}` })).toEqual([]);
});

test("a function that computes for long with every request", () => {
  const stacks = `
    300 | ${server} > handler@app.js:2 > blur@blur.js:7
    400 | ${server} > handler@app.js:2 > blur@blur.js:8 > Math.exp
    300 | ${server} > handler@app.js:3 > end@node:_http_outgoing:9`;
  expect(found({ stacks, run: { requests: 10 } })).toEqual(["javascript-kernel blur.js:8"]);
  expect(advised({ stacks, run: { requests: 10 } }).figures[0]).toMatchObject({
    name: { text: "blur" },
    time: { ms: 70 },
    share: { share: 0.7 },
  });
  // A little work, called very often; native work; a script without a server.
  expect(found({ stacks, run: { requests: 1000 } })).toEqual([]);
  expect(found({ stacks: `900 | ${server} > handler@app.js:2 > JSON.parse\n100 | ${server}`, run: { requests: 10 } })).toEqual([]);
  expect(found({ stacks, run: { requests: 0 } })).toEqual([]);
});

test("garbage collection is reported for the run, with the lines that it interrupted most often", () => {
  const collected = Array.from(
    { length: 100 },
    (_none, index) => `4 | copy@app.js:${index % 4 === 0 ? 8 : 4}\n1 | (garbage collector)`,
  ).join("\n");
  expect(found({ stacks: collected })).toEqual(["garbage-collection"]);
  expect(advised({ stacks: collected }).figures[0]).toEqual({
    share: { share: 0.2 },
    places: {
      places: [
        { source: 0, line: 4, share: 0.75 },
        { source: 0, line: 8, share: 0.25 },
      ],
    },
  });
  expect(found({ stacks: `${other}\n100 | (garbage collector)` })).toEqual([]);
});

test("a blocked event loop is reported for the run, from the app's own measurements", () => {
  const stacks = other;
  const delay = { p99Ms: 120, maxMs: 300 };
  expect(found({ stacks, run: { eventLoopBusy: 0.97, eventLoopDelay: delay } })).toEqual(["event-loop-blocked"]);
  expect(found({ stacks, run: { eventLoopBusy: 0.5, eventLoopDelay: delay } })).toEqual([]);
  expect(found({ stacks, run: { eventLoopBusy: 0.97, eventLoopDelay: { p99Ms: 12, maxMs: 300 } } })).toEqual([]);
  expect(found({ stacks, run: { eventLoopBusy: 0.97 } })).toEqual([]);
});

test("a run without a busy tick has no advice", () => {
  expect(found({ stacks: "100 | (idle)", run: { eventLoopBusy: 0.97, eventLoopDelay: { p99Ms: 120, maxMs: 300 } } })).toEqual([]);
});

test("every rule has texts that contain the figures it finds, and a short hint in every language", () => {
  for (const { id } of adviceRules) {
    for (const locale of ["en", "ru", "zh-cn"] as const) {
      for (const part of ["hint", "explanation", "remedy"] as const)
        expect(localised({ code: `advice.${id}.${part}` }, locale)).not.toBe("");
      expect(localised({ code: `advice.${id}.hint` }, locale).length, `${id} ${locale}`).toBeLessThanOrEqual(60);
    }
  }
  expect(new Set(adviceRules.map(({ id }) => id)).size).toBe(adviceRules.length);
});

test("texts of the app are cut in an advice, its own texts never", () => {
  const cut = (text: string): string => (text.length > 150 ? `${text.slice(0, 150)}…` : text);
  const rest = { place: undefined, around: undefined, ticks: 100, inferred: false, documentation: "" };
  for (const { id: rule } of adviceRules) {
    for (const locale of ["en", "ru", "zh-cn"] as const) {
      const advice = { ...rest, rule, figures: {} };
      const phrases = phrasesIn(locale);
      expect(adviceWords(advice, phrases, String, cut), `${rule} ${locale}`).toEqual(adviceWords(advice, phrases, String));
    }
  }
  const placeless = { share: { share: 0.2 }, places: { places: [] } };
  for (const rule of ["garbage-collection", "event-loop-blocked"] as const) {
    const { explanation, remedy } = adviceWords({ ...rest, rule, figures: placeless }, phrasesIn("en"), String);
    expect(`${explanation} ${remedy}`).not.toMatch(/: \.|allocate most|less there/);
  }
  const figures = { listener: { text: "f".repeat(300) } };
  const { explanation } = adviceWords({ ...rest, rule: "listener-growth", figures }, phrasesIn("en"), String, cut);
  expect(explanation).toMatch(/^f{150}… takes .* added again and again\.$/);
});
