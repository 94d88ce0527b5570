import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { Ajv, type ErrorObject } from "ajv";

const file = createRequire(import.meta.url).resolve("@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json");

// It is of draft 4, from which draft 7 differs in the name of `id` alone as far as it goes.
const { id: _id, $schema: _draft, ...schema } = JSON.parse(readFileSync(file, "utf8")) as Record<string, unknown>;
const formats = { uri: true, "uri-reference": true, "date-time": true } as const;
const check = new Ajv({ strict: false, allErrors: true, unicodeRegExp: false, formats }).compile(schema);

/** What the official schema of SARIF 2.1.0 finds wrong with a log. */
export function sarifErrors(log: unknown): readonly ErrorObject[] {
  check(log);
  return check.errors ?? [];
}
