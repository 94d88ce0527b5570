import * as v from "valibot";
import { UserError } from "../user-error.ts";
import type { Milliseconds, Share } from "../units.ts";

/** What a cost may grow by. */
export interface Growth {
  /** As written. */
  readonly text: string;
  readonly share: Share;
  readonly ms: Milliseconds;
}

/** Of a function (with all that it calls), or of all code of a file. */
export interface CodeBudget {
  /** As written: `FILE#FUNCTION` or `FILE#total`. */
  readonly key: string;
  /** Relative to the folder of the budgets, with forward slashes. */
  readonly path: string;
  /** Undefined: all code of the file. */
  readonly functionName: string | undefined;
  readonly growth: Growth;
}

export interface Budgets {
  /** Name of their file; "" without one. */
  readonly name: string;
  /** The folder that paths are relative to: itself relative to the root of the checkout, "" if it is that. */
  readonly folder: string;
  readonly app: Growth;
  readonly code: readonly CodeBudget[];
}

/** Where nobody says otherwise, the app may not grow at all. */
export const noBudgets: Budgets = { name: "", folder: "", app: { text: "0 %", share: 0, ms: 0 }, code: [] };

const mostBudgets = 1000;
const budgetsSchema = v.pipe(
  v.custom<object>((value) => !Array.isArray(value)),
  v.record(v.string(), v.string()),
  v.check((budgets) => Object.keys(budgets).length <= mostBudgets),
);

/** `text` is JSON: `{ "app": "5 %", "lib/price.js#total": "2 ms" }`. Throws a UserError that names what is wrong with it. */
export function parseBudgets(text: string, { name, folder }: Pick<Budgets, "name" | "folder">): Budgets {
  const found = v.safeParse(budgetsSchema, jsonOf(text, name));
  if (!found.success) {
    const key = v.getDotPath(found.issues[0]);
    throw key === null ? new UserError("budgets.notObject", { name }) : new UserError("budgets.badValue", { name, key, value: "" });
  }
  const { app = noBudgets.app.text, $schema: _schema, ...code } = found.output;
  const growth = (key: string, value: string): Growth => {
    const parsed = parseGrowth(value);
    if (parsed === undefined) throw new UserError("budgets.badValue", { name, key, value });
    return parsed;
  };
  return {
    name,
    folder: folder.replaceAll("\\", "/").replace(/^\.?\/+|\/+$|^\.$/g, ""),
    app: growth("app", app),
    code: Object.entries(code).map(([key, value]) => {
      const [, file = "", what = ""] = /^([^#]+)#(.+)$/.exec(key) ?? [];
      if (file === "") throw new UserError("budgets.badKey", { name, key });
      const path = file.replaceAll("\\", "/").replace(/^(?:\.\/)+/, "");
      // A function that is called total is written with parentheses.
      return { key, path, functionName: what === "total" ? undefined : what.replace(/\(\)$/, ""), growth: growth(key, value) };
    }),
  };
}

/** `10 %`, `2 ms` or `50 µs`; undefined for anything else. */
function parseGrowth(text: string): Growth | undefined {
  const [, digits, unit = ""] = /^\s*(\d+(?:\.\d+)?)\s*(%|ms|[µμu]s)\s*$/.exec(text) ?? [];
  const amount = Number(digits);
  if (!Number.isFinite(amount)) return undefined;
  const written = text.trim();
  if (unit === "%") return { text: written, share: amount / 100, ms: 0 };
  return { text: written, share: 0, ms: unit === "ms" ? amount : amount / 1000 };
}

function jsonOf(text: string, name: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ""));
  } catch (error) {
    if (error instanceof SyntaxError) throw new UserError("budgets.notJson", { name }, { cause: error });
    throw error;
  }
}
