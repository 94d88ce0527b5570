import { readFile } from "node:fs/promises";

/** A sample app and the line in its `before` that must be the hottest one by attributed time. */
export interface Sample {
  readonly name: string;
  /** Relative to `samples/<name>/<variant>/`. */
  readonly plantedFile: string;
  /** The whole line, without its indentation. */
  readonly plantedText: string;
}

export type Variant = "before" | "after";
export const variants: readonly Variant[] = ["before", "after"];

export const samplesFolder = new URL("../../samples/", import.meta.url);

export const samples: readonly Sample[] = [
  { name: "koa-listener-leak", plantedFile: "etagger.js", plantedText: ".update(JSON.stringify(result.body))" },
  {
    name: "express-login",
    plantedFile: "passwords.js",
    plantedText: 'return crypto.pbkdf2Sync(password, salt, rounds, hashBytes, "sha512");',
  },
  { name: "image-blur", plantedFile: "blur.js", plantedText: "const weight = Math.exp((dx * dx + dy * dy) * scale);" },
  { name: "logging-framework", plantedFile: "framework/logger.js", plantedText: "const stack = new Error().stack;" },
  {
    name: "ts-orders",
    plantedFile: "src/tariff.ts",
    plantedText: "const tariff: Tariff = JSON.parse(JSON.stringify(standardTariff));",
  },
  { name: "held-up-orders", plantedFile: "report.js", plantedText: "const sales = sold.filter((sale) => sale.month === month);" },
];

export function sampleFile(name: string, variant: Variant, path: string): URL {
  return new URL(`${name}/${variant}/${path}`, samplesFolder);
}

/** The 1-based number of the planted line in `before`. Throws unless it occurs exactly once. */
export async function plantedLine(sample: Sample): Promise<number> {
  const lines = (await readFile(sampleFile(sample.name, "before", sample.plantedFile), "utf8")).split("\n");
  const first = lines.findIndex((line) => line.trim() === sample.plantedText);
  const last = lines.findLastIndex((line) => line.trim() === sample.plantedText);
  if (first === -1 || first !== last) throw new Error(`${sample.name}: the planted line must stand exactly once in ${sample.plantedFile}`);
  return first + 1;
}
