import { expect, test } from "vitest";
import type { LoadRequest } from "../../../../language-server/analysis/load/load.ts";
import { type SetupAnswer, valuesOf } from "../../../../language-server/analysis/load/setup/answer-values.ts";
import { filledIn, hasReference } from "../../../../language-server/analysis/load/setup/setup-references.ts";

const answer = (body: string, type = "application/json", headers: SetupAnswer["headers"] = {}): SetupAnswer => ({ body, type, headers });
const json = (value: unknown): SetupAnswer => answer(JSON.stringify(value));

function filled(written: Partial<LoadRequest>, login: SetupAnswer): LoadRequest | string {
  const found = filledIn({ method: "POST", path: "/", headers: {}, body: "", ...written }, new Map([["login", login]]));
  return "missing" in found ? found.missing.text : found;
}

const login = json({ token: "a.b+c/d=", user: { ids: [7, 8], name: 'A "B"' }, "my key": "k", ok: true, none: null });

test.each([
  ["{{login.token}}", "a.b+c/d="],
  ["{{ login.user.ids[1] }}", "8"],
  ["{{login.user}}", '{"ids":[7,8],"name":"A \\"B\\""}'],
  ["{{login['my key']}}", "k"],
  ['{{login["my key"]}}', "k"],
  ["{{login.ok}}", "true"],
  // As the REST Client extension writes it.
  ["{{login.response.body.token}}", "a.b+c/d="],
  ["{{login.response.body.$.user.ids[0]}}", "7"],
])("%s in a header", (written, value) => {
  expect(filled({ headers: { x: `a ${written}` } }, login)).toMatchObject({ headers: { x: `a ${value}` } });
});

test("a whole answer of text, and a header of it", () => {
  const text = answer("abc\n", "text/plain", { location: "/orders/7" });
  expect(filled({ headers: { x: "{{login.response.body}}", y: "{{login.response.body.*}}" } }, text)).toMatchObject({
    headers: { x: "abc", y: "abc" },
  });
  expect(filled({ path: "{{login.response.headers.Location}}?a=1" }, text)).toMatchObject({
    path: "/orders/7?a=1",
    obtained: { path: "{{login.response.headers.Location}}?a=1", headers: [] },
  });
});

test("a value is written as its place needs it: escaped in paths, forms and strings of JSON", () => {
  expect(filled({ path: "/a?t={{login.token}}" }, login)).toMatchObject({ path: "/a?t=a.b%2Bc%2Fd%3D" });
  expect(filled({ body: "t={{login.token}}&a=1" }, login)).toMatchObject({ body: "t=a.b%2Bc%2Fd%3D&a=1" });
  expect(filled({ body: '{"n":"{{login.user.name}}","of":{{login.user}}}' }, login)).toMatchObject({
    body: '{"n":"A \\"B\\"","of":{"ids":[7,8],"name":"A \\"B\\""}}',
  });
  expect(filled({ body: "{{login.user.name}}", headers: { "content-type": "text/plain" } }, login)).toMatchObject({ body: 'A "B"' });
});

test("what is missing, null, or would break a header is named", () => {
  expect(filled({ path: "/{{login.id}}" }, login)).toBe("{{login.id}}");
  expect(filled({ body: '{"a":"{{login.none}}"}' }, login)).toBe("{{login.none}}");
  expect(filled({ headers: { x: "{{other.token}}" } }, login)).toBe("{{other.token}}");
  expect(filled({ headers: { x: "{{login.evil}}" } }, json({ evil: "a\r\nx-admin: 1" }))).toBe("{{login.evil}}");
  expect(filled({ headers: { x: "{{login.__proto__}}" } }, login)).toBe("{{login.__proto__}}");
});

test("templates of others stay: without a dot, with a helper, and in bodies also of names that no setup request has", () => {
  for (const text of ["{{name}}", "{{#each orders}}", "{{login token}}", "{{> part.of}}", "{{{login}}}"]) {
    expect(hasReference(text)).toBe(false);
    expect(filled({ body: text }, login)).toMatchObject({ body: text });
  }
  expect(filled({ body: "Dear {{customer.name}}" }, login)).toMatchObject({ body: "Dear {{customer.name}}" });
});

test("the values of an answer are listed by name and kind, one entry of each list, and never as they are", () => {
  expect(valuesOf(login)).toEqual([
    { written: ".token", kind: "text", length: 8 },
    { written: ".user.ids[0]", kind: "number", length: 1 },
    { written: ".user.name", kind: "text", length: 5 },
    { written: '["my key"]', kind: "text", length: 1 },
    { written: ".ok", kind: "boolean", length: 4 },
  ]);
  expect(valuesOf(answer("no json"))).toEqual([]);
  expect(valuesOf(json(Array.from({ length: 1000 }, (_, index) => ({ [`k${index}`]: index }))))).toHaveLength(1);
});

test("a page's fields and meta elements are its values", () => {
  const page = answer(
    `<meta name="csrf-token" content="m&amp;1"><form><input type=hidden name=_csrf value='t&#x2F;2'><input name="user"></form>`,
    "text/html; charset=utf-8",
  );
  expect(filled({ headers: { "x-csrf-token": "{{login.csrf-token}}" }, body: "_csrf={{login._csrf}}" }, page)).toMatchObject({
    headers: { "x-csrf-token": "m&1" },
    body: "_csrf=t%2F2",
  });
  expect(valuesOf(page).map(({ written }) => written)).toEqual([".csrf-token", "._csrf"]);
});
