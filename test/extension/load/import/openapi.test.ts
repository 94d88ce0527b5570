import { readFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import type { Imported } from "../../../../extension/load/import/imported.ts";
import { readRequests } from "../../../../extension/load/import/read-requests.ts";

const documents = path.resolve(import.meta.dirname, "../../../../node_modules/@readme/oas-examples");

function read(text: string, name = "api.yaml"): Imported {
  const found = readRequests(name, text);
  if ("code" in found) throw new Error(`Not read: ${JSON.stringify(found)}`);
  return found;
}

/** `GET /a | name: value | body`, by server, and the notes as they are. */
function reported({ servers, notes }: Imported): { readonly [origin: string]: readonly string[]; readonly notes: readonly string[] } {
  const lines = servers.map(({ origin, requests }) => [
    origin,
    requests.map(({ method, path: at, headers, body }) =>
      [`${method} ${at}`, ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`), body]
        .filter((part) => part !== "")
        .join(" | "),
    ),
  ]);
  const said = notes.map(({ at, code, ...rest }) =>
    [at === undefined ? "all" : Object.values(at)[0], code, ...Object.values(rest)].join(" "),
  );
  return { ...(Object.fromEntries(lines) as Record<string, readonly string[]>), notes: said };
}

test("the pet store: bodies from the properties' examples, parameters without one are asked for, the rest is refused by name", async () => {
  const store = read(await readFile(path.join(documents, "3.0/yaml/petstore.yaml"), "utf8"));
  const pet = 'content-type: application/json | {"name":"doggie","photoUrls":["https://example.com/photo.png"],"status":"available"}';
  expect(reported(store)).toEqual({
    "http://petstore.swagger.io": [
      `PUT /v2/pet | ${pet}`,
      `POST /v2/pet | ${pet}`,
      "GET /v2/pet/findByStatus?status=available",
      "GET /v2/pet/findByTags?tags=:tags",
      "GET /v2/pet/:petId",
      "DELETE /v2/pet/:petId",
      "GET /v2/store/inventory",
      'POST /v2/store/order | content-type: application/json | {"status":"placed","complete":false}',
      "GET /v2/store/order/:orderId",
      "DELETE /v2/store/order/:orderId",
      "GET /v2/user/login?username=:username&password=:password",
      "GET /v2/user/logout",
      "GET /v2/user/:username",
      "DELETE /v2/user/:username",
    ],
    notes: [
      "all security petstore_auth, api_key",
      "POST /pet/{petId} body-example ",
      "POST /pet/{petId}/uploadImage media-type multipart/form-data",
      "POST /user body-example ",
      "POST /user/createWithArray body-example ",
      "POST /user/createWithList body-example ",
      "PUT /user/{username} body-example ",
    ],
  });
  expect(store.servers[0]!.asked).toEqual([":tags", ":petId", ":orderId", ":username", ":password"]);
  const json = read(await readFile(path.join(documents, "3.0/json/petstore.json"), "utf8"), "petstore.json");
  expect(json.servers[0]!.requests.length).toBe(store.servers[0]!.requests.length);
});

test("the patent office: a server's variable has its default, a form its fields' defaults", async () => {
  expect(reported(read(await readFile(path.join(documents, "3.0/yaml/uspto.yaml"), "utf8")))).toEqual({
    "https://developer.uspto.gov": [
      "GET /ds-api/",
      "GET /ds-api/oa_citations/v1/fields",
      "POST /ds-api/oa_citations/v1/records | content-type: application/x-www-form-urlencoded | criteria=*%3A*&start=0&rows=100",
    ],
    notes: [],
  });
});

test("train travel, OpenAPI 3.1: examples of parameters, and of a body one request each", async () => {
  const { servers, notes } = read(await readFile(path.join(documents, "3.1/yaml/train-travel.yaml"), "utf8"));
  const booking = "/bookings/1725ff48-ab45-4bb5-9d02-88745177dedb";
  const [origin, destination] = ["efdbb9d1-02c2-4bc3-afb7-6788d8782b1e", "b2e783e1-c824-4d63-b37a-d8d698862f1d"];
  expect(servers.map((server) => server.origin)).toEqual(["https://api.example.com"]);
  expect(servers[0]!.requests.map(({ method, path: at }) => `${method} ${at}`)).toEqual([
    "GET /stations",
    `GET /trips?origin=${origin}&destination=${destination}&date=2024-02-01T09%3A00%3A00Z`,
    "GET /bookings",
    "POST /bookings",
    `GET ${booking}`,
    `DELETE ${booking}`,
    `POST ${booking}/payment`,
    `POST ${booking}/payment`,
  ]);
  const bodies = servers[0]!.requests.slice(-2).map(({ body }) => JSON.parse(body) as { source: { object: string } });
  expect(bodies.map(({ source }) => source.object)).toEqual(["card", "bank_account"]);
  expect(servers[0]!.asked).toEqual([]);
  expect(notes).toEqual([{ code: "security", value: "OAuth2" }]);
});

test("styles of parameters, references, and what has no example", () => {
  const document = `
openapi: 3.1.0
servers: [{ url: "https://far.example/x" }, { url: "/api/" }]
paths:
  /lists/{id}:
    parameters:
      - { name: id, in: path, required: true, schema: { type: array, items: {} }, example: [3, 4] }
      - { name: tags, in: query, explode: false, example: [a b, c] }
      - { name: filter, in: query, style: deepObject, example: { age: 5 } }
      - { name: limit, in: query, schema: { default: 20 } }
      - { name: size, in: query, required: true, schema: { type: integer, default: 20 } }
      - { name: x-trace, in: header, example: on }
      - { name: sid, in: cookie, example: c00k13 }
      - { name: Authorization, in: header, required: true }
    get: { parameters: [{ $ref: "#/components/parameters/Sort" }] }
    put:
      requestBody: { content: { application/json: { schema: { $ref: "#/components/schemas/Node" } } } }
  /header: { get: { parameters: [{ name: x-key, in: header, required: true, schema: { type: string } }] } }
  /elsewhere: { post: { requestBody: { $ref: "other.yaml#/body" } } }
  /deep:
    post:
      requestBody:
        content:
          application/json:
            schema:
              type: object
              required: [order]
              properties:
                order: { type: object, required: [price], properties: { price: { type: number }, note: { example: hi } } }
  /xml: { post: { requestBody: { content: { application/xml: { example: <a/> } } } } }
  /trace: { trace: {} }
  /gone: { $ref: "#/paths/nowhere" }
components:
  parameters: { Sort: { name: sort, in: query, examples: { up: { value: up }, down: { value: down } } } }
  schemas:
    Node:
      type: object
      properties: { id: { readOnly: true, example: 1 }, kind: { const: leaf }, child: { $ref: "#/components/schemas/Node" } }
`;
  const query = "?tags=a%20b%2Cc&filter%5Bage%5D=5&size=20";
  const rest = "x-trace: on | cookie: sid=c00k13";
  expect(reported(read(document))).toEqual({
    "": [
      `GET /api/lists/3%2C4${query}&sort=up | ${rest}`,
      `GET /api/lists/3%2C4${query}&sort=down | ${rest}`,
      `PUT /api/lists/3%2C4${query} | content-type: application/json | ${rest} | {"kind":"leaf"}`,
      "POST /api/xml | content-type: application/xml | <a/>",
    ],
    notes: [
      "GET /header parameter x-key header",
      "POST /elsewhere reference other.yaml#/body",
      "POST /deep body-example order.price",
      "/gone reference #/paths/nowhere",
      "TRACE /trace method TRACE",
    ],
  });
});

test.each([
  ["api.json", '{"openapi": "3.0.0",\n "paths": {,}}', { code: "syntax", line: 2 }],
  ["api.yaml", "openapi: 3.0.0\npaths: {a: [}", { code: "syntax", line: 2 }],
  ["api.yaml", "swagger: '2.0'", { code: "old-openapi", version: "2.0" }],
  ["api.json", '{"name": "shop"}', { code: "unknown-format" }],
  ["api.yaml", "just text", { code: "unknown-format" }],
])("%s with %j is no file of requests, and it is said why", (name, text, failure) => {
  expect(readRequests(name, text)).toMatchObject(failure);
});

test("schemas that refer to each other without end, and aliases of aliases, are read in bounded time", () => {
  const wide = Array.from(
    { length: 12 },
    (_, level) => `    S${level}: { oneOf: [${`{ $ref: "#/components/schemas/S${level + 1}" }, `.repeat(9)}] }`,
  ).join("\n");
  const document = `openapi: 3.0.0\npaths: { /a: { post: { requestBody: { content: { application/json: { schema: { $ref: "#/components/schemas/S0" } } } } } } }\ncomponents:\n  schemas:\n${wide}\n    S12: { $ref: "#/components/schemas/S12" }`;
  expect(read(document).notes.map(({ code }) => code)).toHaveLength(1);
  const levels = Array.from({ length: 30 }, (_, level) => `a${level + 1}: &a${level + 1} [*a${level}, *a${level}]`).join("\n");
  expect(readRequests("bomb.yaml", `a0: &a0 [x]\n${levels}`)).toEqual({ code: "too-many-values", limit: 4_000_000 });
});
