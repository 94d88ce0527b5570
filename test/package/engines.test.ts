import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";

const root = path.resolve(import.meta.dirname, "../..");

interface Locked {
  readonly packages: Readonly<Record<string, { readonly engines?: { readonly node?: string } }>>;
}

/** Whether a range of versions includes Node.js 20: `>=18`, `^20.19.0 || >=22.12.0`, `20 || 22`, `*`. */
function includes20(range: string): boolean {
  return range.split("||").some((part) => {
    const [, sign = "", major = ""] = /^\s*([>=^~<]*)\s*v?(\d+|\*)?/.exec(part) ?? [];
    if (sign.startsWith("<")) return true;
    return major === "" || major === "*" || (sign.startsWith(">") ? Number(major) <= 20 : Number(major) === 20);
  });
}

test("CONTRIBUTING names each package for which npm ci warns on Node.js 20", () => {
  const { packages } = JSON.parse(readFileSync(path.join(root, "package-lock.json"), "utf8")) as Locked;
  const warned = Object.entries(packages).filter(([, { engines }]) => !includes20(engines?.node ?? "*"));
  const names = [...new Set(warned.map(([place]) => place.replace(/^.*node_modules\//, "")))];
  const [sentence = ""] = /On Node\.js 20\s[^]*?\.\n/.exec(readFileSync(path.join(root, "CONTRIBUTING.md"), "utf8")) ?? [];
  const named = [...sentence.matchAll(/`([^`]+)`/g)].map(([, name]) => name!).filter((name) => name !== "npm ci" && name !== "EBADENGINE");
  expect(named.toSorted()).toEqual(names.toSorted());
});

test.each([
  [">=18", true],
  ["^20.19.0 || >=22.12.0", true],
  ["*", true],
  ["", true],
  ["20 || >=22", true],
  ["^22.18.0 || >=24.11.0", false],
  [">= 22", false],
])("%s includes Node.js 20: %s", (range, expected) => {
  expect(includes20(range)).toBe(expected);
});
