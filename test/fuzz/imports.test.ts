import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { importLimits } from "../../extension/load/import/import-budget.ts";
import type { Imported } from "../../extension/load/import/imported.ts";
import { readRequests } from "../../extension/load/import/read-requests.ts";
import { requestProblems } from "../../language-server/analysis/load/load-problems.ts";
import { hunt, huntLimit, type Prey } from "./hunt.ts";
import { mutateText } from "./mutate-text.ts";
import type { Random } from "./random.ts";

const examples = path.resolve(import.meta.dirname, "../../node_modules/@readme/oas-examples");
const documents = ["3.0/yaml/petstore.yaml", "3.1/yaml/train-travel.yaml"].map((file) => readFileSync(path.join(examples, file), "utf8"));
const schemas = readdirSync(path.join(examples, "3.0/json"))
  .filter((name) => name.length < 20)
  .slice(0, 4)
  .map((name) => readFileSync(path.join(examples, "3.0/json", name), "utf8"));
const http = `@host = localhost:3000
@base = http://{{host}}/api

POST {{base}}/orders?page={{page}}
Content-Type: application/json
Authorization: Basic ann s3cret

{ "a": "{{host}}" }

### next
GET {{base}}/x
`;
const har = JSON.stringify({
  log: {
    entries: [
      { request: { method: "GET", url: "http://localhost:3000/a?b=c", headers: [{ name: "a", value: "b" }] }, response: { status: 200 } },
      {
        request: {
          method: "POST",
          url: "http://localhost:3000/a",
          headers: [],
          bodySize: 5,
          postData: { mimeType: "text/plain", text: "hello" },
        },
        response: { status: 200, content: { mimeType: "text/html" } },
      },
    ],
  },
});

/** Smaller than the real ones, so that many inputs meet them. */
const limits = {
  ...importLimits,
  aliases: 200,
  expanded: 20_000,
  depth: 40,
  part: 20_000,
  requests: 300,
  characters: 200_000,
  steps: 200_000,
  notes: 50,
};

const prey: readonly Prey[] = [
  {
    kind: "yaml",
    rounds: 40,
    damaged: (random) => Buffer.from(withAliases(mutateText(random.of(documents), random), random)),
    check: checked("a.yaml"),
  },
  {
    kind: "openapi-json",
    rounds: 20,
    damaged: (random) => Buffer.from(mutateText(random.of(schemas), random, ",")),
    check: checked("a.json"),
  },
  { kind: "http-file", damaged: (random) => Buffer.from(mutateText(http, random)), check: checked("a.http") },
  { kind: "har", damaged: (random) => Buffer.from(mutateText(har, random, ",")), check: checked("a.har") },
];

test.each(prey)(
  "a damaged $kind file gives requests that a load can send, or its problem is said",
  { timeout: huntLimit() },
  async (each) => {
    expect(await hunt(each)).toEqual([]);
  },
);

/** Anchors on some values, and aliases in place of others: of parts before them, of themselves, or of nothing. */
function withAliases(text: string, random: Random): string {
  const lines = text.split("\n");
  const names: string[] = [];
  return lines
    .map((line) => {
      const [, key, value] = /^(\s*(?:- )?[\w/{}"'-]+:)(.*)$/.exec(line) ?? [];
      if (key === undefined || random.next() > 0.06) return line;
      if (names.length > 0 && random.next() < 0.5) return `${key} ${aliasList(names, random)}`;
      const name = `a${names.push(`a${names.length}`)}`;
      return random.next() < 0.3
        ? `${key} &${names.at(-1) ?? name} ${aliasList(names, random)}`
        : `${key} &${names.at(-1) ?? name}${value ?? ""}`;
    })
    .join("\n");
}

function aliasList(names: readonly string[], random: Random): string {
  const some = Array.from({ length: 1 + random.below(6) }, () => `*${random.of(names)}`);
  return some.length === 1 ? (some[0] ?? "") : `[${some.join(", ")}]`;
}

function checked(name: string): Prey["check"] {
  return (bytes) => {
    const found = readRequests(name, Buffer.from(bytes).toString("utf8"), limits);
    return "code" in found ? [] : wrongOf(found);
  };
}

function wrongOf({ servers, notes }: Imported): readonly string[] {
  const wrong: string[] = [];
  const requests = servers.flatMap((server) => server.requests);
  if (requests.length > limits.requests) wrong.push(`${requests.length} requests`);
  if (notes.length > limits.notes + 1) wrong.push(`${notes.length} notes`);
  for (const request of requests) {
    const { path: target, body, headers } = request;
    const head = Object.entries(headers).flat().join("").length;
    if (target.length > limits.part || body.length + head > limits.part) wrong.push(`a request of ${target.length + body.length + head}`);
    if (requestProblems(request).length > 0) wrong.push(`cannot be sent: ${JSON.stringify(requestProblems(request))}`);
  }
  return wrong;
}
