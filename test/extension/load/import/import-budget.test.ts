import { expect, test } from "vitest";
import { importLimits } from "../../../../extension/load/import/import-budget.ts";
import { readRequests } from "../../../../extension/load/import/read-requests.ts";

/** The inputs are small: limits that are lower show what the real ones do. */
function read(name: string, text: string, lower: Partial<Record<keyof typeof importLimits, number>>): ReturnType<typeof readRequests> {
  return readRequests(name, text, { ...importLimits, ...lower });
}

const aliases = "openapi: 3.0.0\na: &a [1, 2, 3]\nb: &b [*a, *a, *a]\nc: [*b, *b]\n";

test.each([
  ["more aliases", { aliases: 4 }, { code: "too-many-aliases", limit: 4 }],
  ["as many aliases", { aliases: 5 }, undefined],
  ["more values when they are filled in", { expanded: 40 }, { code: "too-many-values", limit: 40 }],
  ["as many values", { expanded: 46 }, undefined],
  ["deeper values", { depth: 2 }, { code: "too-deep", limit: 2 }],
  ["more YAML", { yamlBytes: 20 }, { code: "large-yaml", limit: 20 }],
  ["more values as it is written", { values: 5 }, { code: "too-many-values", limit: 5 }],
] as const)("a YAML file with %s than the limit", (_, lower, failure) => {
  const found = read("api.yaml", aliases, lower);
  expect("code" in found ? found : undefined).toEqual(failure);
});

test("a part that contains itself is refused, in a list and in an object", () => {
  for (const part of ["[*a]", "{ b: { c: *a } }"])
    expect(read("api.yaml", `openapi: 3.0.0\na: &a ${part}\n`, {})).toEqual({ code: "too-deep", limit: 100 });
});

test("JSON has the same limits", () => {
  expect(read("api.json", '{"openapi":"3.0.0","a":[[[1]]]}', { depth: 3 })).toEqual({ code: "too-deep", limit: 3 });
  expect(read("api.json", `{"openapi":"3.0.0","a":[${"1,".repeat(40)}1]}`, { values: 10 })).toEqual({ code: "too-many-values", limit: 10 });
});

/** What was taken over and what was not. */
function reported(
  name: string,
  text: string,
  lower: Parameters<typeof read>[2],
): readonly [requests: readonly string[], notes: readonly object[]] {
  const found = read(name, text, lower);
  if ("code" in found) throw new Error(found.code);
  return [found.servers.flatMap(({ requests }) => requests.map(({ method, path }) => `${method} ${path}`)), found.notes];
}

const schemas = `openapi: 3.0.0
paths:
  /small: { post: { requestBody: { content: { application/json: { example: hi } } } } }
  /wide: { post: { requestBody: { content: { application/json: { schema: { $ref: "#/components/schemas/Wide" } } } } } }
  /query: { get: { parameters: [{ name: q, in: query, example: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12] }] } }
components:
  schemas:
    Wide: { type: object, properties: { a: { $ref: "#/components/schemas/Text" }, b: { $ref: "#/components/schemas/Text" } } }
    Text: { example: abcdefghijklm }
`;

test("a body or a query that references make larger than the limit is left out by name, before it is written", () => {
  expect(reported("api.yaml", schemas, {})[0]).toHaveLength(3);
  expect(reported("api.yaml", schemas, { part: 12 })).toEqual([
    [],
    [
      { at: { operation: "POST /wide" }, code: "large", limit: 12 },
      { at: { operation: "GET /query" }, code: "large", limit: 12 },
      { at: { operation: "POST /small" }, code: "large", limit: 12 },
    ],
  ]);
  expect(reported("api.yaml", schemas, { part: 32 })).toEqual([
    ["POST /small"],
    [
      { at: { operation: "POST /wide" }, code: "large", limit: 32 },
      { at: { operation: "GET /query" }, code: "large", limit: 32 },
    ],
  ]);
});

test("an import ends after its steps, its requests and their characters, with what it has", () => {
  expect(reported("api.yaml", schemas, { steps: 3 })).toEqual([["POST /small"], [{ code: "ended", limit: 3 }]]);
  expect(reported("api.yaml", schemas, { requests: 2 })).toEqual([["POST /small", "POST /wide"], [{ code: "ended", limit: 2 }]]);
  expect(reported("api.yaml", schemas, { characters: 60 })).toEqual([["POST /small"], [{ code: "ended", limit: 60 }]]);
});

test("variables of a .http file that stand for each other have a limit, and so have the remarks", () => {
  const file = "@a = {{b}}{{b}}{{b}}\n@b = {{c}}{{c}}{{c}}\n@c = 12345\n\nGET http://localhost/{{a}}\n\n###\nGET http://localhost/b\n";
  expect(reported("a.http", file, { part: 150 })[0]).toEqual([`GET /${"12345".repeat(9)}`, "GET /b"]);
  expect(reported("a.http", file, { part: 100 })).toEqual([["GET /b"], [{ at: { line: 5 }, code: "large", limit: 100 }]]);
  const bad = "###\nGET http://localhost/{{$guid}}\n".repeat(5);
  expect(reported("a.http", bad, { notes: 2 })[1]).toMatchObject([
    { code: "dynamic" },
    { code: "dynamic" },
    { code: "more-notes", count: 3 },
  ]);
});

test("a HAR file: a large body is left out, and requests beyond the limit are not read", () => {
  const entry = (path: string, text: string): object => ({
    request: { method: "POST", url: `http://localhost/${path}`, headers: [], postData: { mimeType: "text/plain", text } },
    response: { status: 200 },
  });
  const har = JSON.stringify({
    log: { entries: [entry("a", "x"), entry("b", "x".repeat(100)), entry("a", "x"), entry("c", ""), entry("d", "")] },
  });
  expect(reported("a.har", har, { part: 50, requests: 2 })).toEqual([
    ["POST /a", "POST /c"],
    [
      { code: "ended", limit: 2 },
      { at: { entry: 2 }, code: "large", limit: 50 },
    ],
  ]);
});

test("long runs of blanks, braces and slashes are read in a time that grows with them, not with their square", () => {
  const [blanks, braces, slashes] = [" ".repeat(200_000), "{".repeat(200_000), "/".repeat(200_000)];
  const lines = [`@a =${blanks}b${blanks}`, `GET http://localhost/{{${blanks}x${blanks}`, `x-a:${blanks}b${blanks}c`, "", `{{${blanks}`];
  expect(reported("a.http", lines.join("\n"), {})[0]).toEqual([]);
  expect(reported("a.http", `GET http://localhost/a${blanks}b`, {})[0]).toHaveLength(1);
  const api = `{"openapi":"3.0.0","servers":[{"url":"http://localhost/a${slashes}a/${braces}"}],"paths":{"/a":{"get":{}}}}`;
  expect(reported("api.json", api, {})[0]).toHaveLength(1);
});
