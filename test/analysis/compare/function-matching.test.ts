import { expect, test } from "vitest";
import { matchFunctions, type MatchedSource } from "../../../language-server/analysis/compare/function-matching.ts";
import { parseSyntax } from "../../../language-server/analysis/syntax/syntax-parser.ts";

const orders = `import { get } from "./store.js";

export function total(order) {
  let sum = 0;
  for (const item of order.items) sum += item.price * item.count;
  return sum;
}

export function discount(order, customer) {
  if (customer.loyal && order.items.length > 3) return total(order) * 0.1;
  return customer.staff ? total(order) * 0.3 : 0;
}

class Basket {
  constructor(items) {
    this.items = items;
  }
  add(item) {
    if (this.items.includes(item)) return this;
    this.items.push(item);
    return this;
  }
}

app.get("/order", (request, response) => {
  response.json(get(request.query.id, total));
});
app.get("/basket", (request, response) => {
  const basket = new Basket(get(request.query.basket));
  response.send(basket.add(request.query.item).items.length);
});
`;

type Files = Readonly<Record<string, string>>;

function sources(files: Files): readonly MatchedSource[] {
  return Object.entries(files).map(([key, text]) => {
    const syntax = parseSyntax(text, key);
    if (syntax === undefined) throw new Error(`${key} cannot be parsed`);
    return { key, text, syntax };
  });
}

/** `orders.js total → orders.js sum` for functions whose file, name or start changed, `=` for the others. Anonymous functions by line. */
function matched(before: Files, after: Files): readonly string[] {
  const [base, next] = [sources(before), sources(after)];
  const label = (side: readonly MatchedSource[], source: number, row: number): string => {
    const { key, syntax } = side[source] as MatchedSource;
    return `${key} ${syntax.functions.name[row] || `:${syntax.functions.line[row] ?? 0}`}`;
  };
  return matchFunctions(base, next)
    .filter(([from]) => from.row !== 0)
    .map(([from, to]) => `${label(base, from.source, from.row)} → ${label(next, to.source, to.row)}`)
    .toSorted();
}

const all = ["Basket", "add", "discount", "total"].map((name) => `orders.js ${name} → orders.js ${name}`);

test("fifty lines added above change nothing, also for handlers without a name", () => {
  expect(matched({ "orders.js": orders }, { "orders.js": "// a note\n".repeat(50) + orders })).toEqual([
    "orders.js :25 → orders.js :75",
    "orders.js :28 → orders.js :78",
    ...all,
  ]);
});

test("a renamed function is matched by its text, even if a little of the text changed too", () => {
  const renamed = orders.replaceAll("total(", "sumOf(").replace("let sum = 0;", "let sum = order.fee;");
  expect(matched({ "orders.js": orders }, { "orders.js": renamed })).toContain("orders.js total → orders.js sumOf");
});

test("a function whose text was rewritten is matched by its name", () => {
  const rewritten = orders.replace(/for \(const item[^]*?return sum;/, "return order.cachedTotal ?? reload(order.id).cachedTotal;");
  expect(matched({ "orders.js": orders }, { "orders.js": rewritten })).toContain("orders.js total → orders.js total");
});

test("a function that moved to another file is found there", () => {
  const [moved] = /export function total[^]*?\n}\n/.exec(orders) ?? [""];
  const after = { "orders.js": orders.replace(moved, ""), "totals.js": `export const rate = 2;\n${moved}` };
  expect(matched({ "orders.js": orders }, after)).toContain("orders.js total → totals.js total");
});

test("a renamed file keeps its functions", () => {
  const found = matched({ "orders.js": orders }, { "purchases.js": orders.replace("0.3", "0.4") });
  expect(found).toEqual(expect.arrayContaining(all.map((each) => each.replace("→ orders.js", "→ purchases.js"))));
});

test("a removed function is not matched with a new one", () => {
  const without = orders.replace(
    /export function total[^]*?\n}\n/,
    "export function greet(name, language) {\n  return texts[language].hello.replace('{}', name);\n}\n",
  );
  expect(matched({ "orders.js": orders }, { "orders.js": without }).filter((each) => each.includes("total"))).toEqual([]);
});

test("a handler that is inserted between two others is not matched with either", () => {
  const between = orders.replace(
    'app.get("/basket"',
    'app.get("/health", (request, response) => {\n  response.json({ ok: true, uptime: process.uptime(), load: os.loadavg() });\n});\napp.get("/basket"',
  );
  expect(matched({ "orders.js": orders }, { "orders.js": between }).filter((each) => each.includes(":2"))).toEqual([
    "orders.js :25 → orders.js :25",
    "orders.js :28 → orders.js :31",
  ]);
});
