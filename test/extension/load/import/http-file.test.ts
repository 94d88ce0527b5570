import { expect, test } from "vitest";
import type { Imported } from "../../../../extension/load/import/imported.ts";
import { readRequests } from "../../../../extension/load/import/read-requests.ts";

function read(...lines: readonly string[]): Imported {
  const found = readRequests("shop.http", lines.join("\n"));
  if ("code" in found) throw new Error("not read");
  return found;
}

const get = { method: "GET", headers: {}, body: "" };

test("variables, a URL in several lines, comments, headers and a JSON body, as the REST Client writes them", () => {
  const { servers, notes } = read(
    "@host = localhost:3000",
    "@base = http://{{host}}/api",
    "",
    "# @name orders",
    "GET {{base}}/orders",
    "    ?page=2",
    "    &sort=new first",
    "Accept: application/json",
    "// not sent: X-Old: 1",
    "Authorization: Basic ann s3cret",
    "Host: shop.example",
    "",
    "### create",
    "post {{base}}/orders HTTP/1.1",
    "Content-Type: application/json",
    "",
    "{",
    '  "host": "{{host}}"',
    "}",
    "",
    "###",
    "",
    "{{base}}/orders/7",
  );
  expect(notes).toEqual([]);
  expect(servers).toEqual([
    {
      origin: "http://localhost:3000",
      asked: [],
      requests: [
        {
          ...get,
          path: "/api/orders?page=2&sort=new%20first",
          headers: { Accept: "application/json", Authorization: "Basic YW5uOnMzY3JldA==" },
        },
        {
          method: "POST",
          path: "/api/orders",
          headers: { "Content-Type": "application/json" },
          body: '{\n  "host": "localhost:3000"\n}',
        },
        { ...get, path: "/api/orders/7" },
      ],
    },
  ]);
});

test("JetBrains' files: a body from a file, a form in lines, handlers and references after the body, equal requests as one", () => {
  const { servers, notes } = read(
    "### Login",
    "POST http://127.0.0.1:8080/login",
    "Content-Type: application/x-www-form-urlencoded",
    "",
    "name=ann",
    "&password=x%20y",
    "",
    "> {%",
    "  client.test('ok', () => client.assert(response.status === 200));",
    "%}",
    "",
    "<> 2026-01-01.200.json",
    "###",
    "PUT http://127.0.0.1:8080/orders/7",
    "",
    "< ./order.json",
    "",
    "> ./check.js",
    "###",
    "GET http://127.0.0.1:8080/a",
    "###",
    "GET http://127.0.0.1:8080/a",
    "Cookie: sid=new",
  );
  expect(servers[0]!.requests).toEqual([
    {
      method: "POST",
      path: "/login",
      headers: { "Content-Type": "application/x-www-form-urlencoded" },
      body: "name=ann&password=x%20y",
    },
    { method: "PUT", path: "/orders/7", headers: {}, body: "", bodyFile: "./order.json" },
    { ...get, path: "/a", headers: { Cookie: "sid=new" }, weight: 2 },
  ]);
  expect(notes).toEqual([
    { at: { line: 8 }, code: "script-ignored" },
    { at: { line: 18 }, code: "script-ignored" },
  ]);
});

test("a variable without a value is the app's address at the start, and asked for in the path", () => {
  const { servers, notes } = read(
    "GET {{host}}/orders/{{order id}}?of={{user}}",
    "###",
    "GET https://{{name}}:{{port}}/health",
    "###",
    "GET /plain",
  );
  expect(servers).toEqual([
    {
      origin: "",
      asked: [":order_id", ":user"],
      requests: [
        { ...get, path: "/orders/:order_id?of=:user" },
        { ...get, path: "/health" },
        { ...get, path: "/plain" },
      ],
    },
  ]);
  expect(notes).toEqual([
    { at: { line: 1 }, code: "base-variable", value: "host" },
    { at: { line: 3 }, code: "base-variable", value: "name" },
  ]);
});

test("a request whose answer others use keeps its name, and they name the answer's values as the file does", () => {
  const { servers, notes } = read(
    "# @name login",
    "POST http://localhost:3000/auth",
    "",
    '{"user": "ada"}',
    "### another",
    "// @name = unused",
    "GET http://localhost:3000/orders/{{login.response.body.$.ids[0]}}?of={{login.response.body.user}}",
    "Authorization: Bearer {{login.response.body.token}}",
    "###",
    "GET http://localhost:3000/a",
    "X-Token: {{other.response.body.token}}",
  );
  expect(servers[0]!.requests).toEqual([
    { method: "POST", path: "/auth", headers: {}, body: '{"user": "ada"}', name: "login" },
    {
      ...get,
      path: "/orders/{{login.response.body.$.ids[0]}}?of={{login.response.body.user}}",
      headers: { Authorization: "Bearer {{login.response.body.token}}" },
    },
  ]);
  expect(notes).toEqual([{ at: { line: 11 }, code: "variable", value: "other.response.body.token" }]);
});

test.each([
  ["a script before it", ["< {% request.variables.set('a', 1) %}", "GET /a"], { line: 1, code: "script" }],
  ["a file with a script before it", ["< ./before.js", "GET /a"], { line: 1, code: "script" }],
  ["a cURL command", ["curl http://localhost/a"], { line: 1, code: "curl" }],
  ["a dynamic variable", ["GET /a?id={{$guid}}"], { line: 1, code: "dynamic", value: "$guid" }],
  ["a secret of the machine", ["GET /a", "X-Key: {{$processEnv KEY}}"], { line: 2, code: "dynamic", value: "$processEnv KEY" }],
  [
    "a header's unknown variable",
    ["GET /a", "", "###", "GET /b", "X-Token: {{login.response.body.token}}"],
    { line: 5, code: "variable", value: "login.response.body.token" },
  ],
  ["a body's unknown variable", ["POST /a", "", '{"id": "{{id}}"}'], { line: 3, code: "variable", value: "id" }],
  ["GraphQL", ["POST /graphql", "X-REQUEST-TYPE: GraphQL", "", "query { a }"], { line: 1, code: "graphql" }],
  ["another protocol", ["GRPC localhost:1/a"], { line: 1, code: "method", value: "GRPC" }],
  ["a file within a body", ["POST /a", "", "--b", "", "< ./a.txt", "--b--"], { line: 5, code: "mixed-body" }],
  ["a file with variables", ["POST /a", "", "<@ ./a.json"], { line: 3, code: "file-variables" }],
  ["an authorization in two steps", ["GET /a", "Authorization: Digest ann s3cret"], { line: 2, code: "authorization", value: "Digest" }],
  ["a line that is no header", ["GET /a", "no header"], { line: 2, code: "bad-line", value: "no header" }],
  ["an address of another kind", ["GET ftp://a/b"], { line: 1, code: "address", value: "ftp://a/b" }],
  ["a body of a GET", ["GET /a", "", "text"], { line: 1, code: "refused", problem: { code: "no-body", method: "GET" } }],
] as const)("%s is refused by its line, and the rest is imported", (_what, lines, { line, ...note }) => {
  const { servers, notes } = read(...lines, "###", "GET http://localhost/rest");
  expect(notes).toEqual([{ at: { line }, ...note }]);
  expect(servers.flatMap(({ requests }) => requests).map((request) => request.path)).toContain("/rest");
  expect(servers.flatMap(({ requests }) => requests)).toHaveLength(lines.join().includes("GET /b") ? 2 : 1);
});
