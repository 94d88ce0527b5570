import { readFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import { candidatesOf } from "../../../../extension/load/import/choose-server.ts";
import type { Imported } from "../../../../extension/load/import/imported.ts";
import { readRequests } from "../../../../extension/load/import/read-requests.ts";

const fixtures = path.resolve(import.meta.dirname, "../../../fixtures/requests");

function read(text: string): Imported {
  const found = readRequests("recorded.har", text);
  if ("code" in found) throw new Error(`Not read: ${JSON.stringify(found)}`);
  return found;
}

async function recorded(name: string): Promise<Imported> {
  return read(await readFile(path.join(fixtures, `${name}.har`), "utf8"));
}

/** `GET /a ×2 body`. */
function named({ servers }: Imported): Readonly<Record<string, readonly string[]>> {
  return Object.fromEntries(
    servers.map(({ origin, requests }) => [
      origin,
      requests.map(({ method, path: at, weight, body }) => `${method} ${at}${weight === undefined ? "" : ` ×${weight}`} ${body}`.trim()),
    ]),
  );
}

test("Chromium's recording of a login: equal requests are one with a weight", async () => {
  const login = await recorded("express-login");
  expect(named(login)).toEqual({
    "http://127.0.0.1:3102": [
      "GET /newUser?username=ann&password=s3cret",
      "GET /auth?username=ann&password=s3cret ×4",
      "GET /auth?username=ann&password=wrong",
    ],
  });
  expect(login.notes).toEqual([]);
});

test("Chromium's recording of one page that is loaded again", async () => {
  const koa = await recorded("koa-listener-leak");
  expect(named(koa)).toEqual({ "http://127.0.0.1:3101": ["GET /test ×4"] });
  const [request] = koa.servers[0]!.requests;
  const names = Object.keys(request!.headers).map((name) => name.toLowerCase());
  expect(names).toContain("user-agent");
  for (const name of ["host", "connection", "if-none-match"]) expect(names).not.toContain(name);
});

test("Chromium's recording of a shop: forms, JSON, a session; files, aborted requests and uploads are reported", async () => {
  const shop = await recorded("shop");
  expect(named(shop)).toEqual({
    "http://127.0.0.1:3107": [
      "GET /",
      "POST /login name=ann&password=s3cret+%26+more",
      "GET /api/orders?page=1 ×3",
      "GET /api/orders?page=2",
      'POST /api/orders {"article":7,"note":"für Ann"}',
      'POST /api/orders {"article":9,"note":"für Ann"}',
      'PUT /api/orders/7 {"count":2}',
      "DELETE /api/orders/9",
    ],
    "http://127.0.0.1:3108": ["GET /count.mjs", "POST /metrics seen"],
  });
  expect(shop.notes.map(({ code }) => code)).toEqual(["unanswered", "static", "file-upload"]);
  expect(shop.notes[1]).toEqual({ code: "static", count: 4 });
  const requests = shop.servers[0]!.requests;
  const headers = (of: string): Readonly<Record<string, string>> => requests.find(({ method }) => method === of)!.headers;
  expect(headers("PUT")).toMatchObject({ authorization: "Bearer t0ken", Cookie: "sid=c00k13" });
  expect(requests.find(({ path: at }) => at === "/login")!.headers).not.toHaveProperty("Cookie");
});

test("the app's own server counts under each of its names; without it there is a choice", async () => {
  const { servers } = await recorded("shop");
  expect(candidatesOf(servers, ["http://localhost:3107"]).map(({ origin }) => origin)).toEqual(["http://127.0.0.1:3107"]);
  expect(candidatesOf(servers, ["http://127.0.0.1:1"]).map(({ origin }) => origin)).toEqual([
    "http://127.0.0.1:3107",
    "http://127.0.0.1:3108",
  ]);
  const open = { origin: "", requests: servers[0]!.requests.slice(0, 1), asked: [":id"] };
  expect(candidatesOf([open, ...servers], ["http://127.0.0.1:3107"])).toEqual([
    { origin: "http://127.0.0.1:3107", requests: [...open.requests, ...servers[0]!.requests], asked: [":id"] },
  ]);
});

function entry(request: object, response: object = { status: 200 }): object {
  return { request: { method: "GET", url: "http://localhost/a", headers: [], ...request }, response };
}

test("what a load cannot send is reported by its entry; the last headers of equal requests count", () => {
  const post = (postData: object, more: object = {}): object => entry({ method: "POST", postData, ...more });
  const type = [{ name: "Content-Type", value: "multipart/form-data; boundary=b" }];
  const file = 'Content-Disposition: form-data; name="a"; filename="a.txt"';
  const { servers, notes } = read(
    JSON.stringify({
      log: {
        entries: [
          entry({
            headers: [
              { name: ":path", value: "/a" },
              { name: "Cookie", value: "a=1" },
            ],
          }),
          entry({
            headers: [
              { name: "cookie", value: "a=1" },
              { name: "cookie", value: "b=2" },
            ],
          }),
          { request: 5 },
          entry({ url: "data:text/plain,a" }),
          entry({ method: "PROPFIND" }),
          entry({ method: "POST", bodySize: 5 }),
          entry({ method: "POST", headers: [{ name: "content-length", value: "5" }] }),
          entry({ method: "POST", headers: type }),
          post({ mimeType: "multipart/form-data", text: `--b\r\n${file}\r\n\r\n\r\n--b--` }),
          post({ encoding: "base64", text: "/w==" }),
          post({ encoding: "base64", text: "w6k=" }),
          post({ mimeType: "application/x-www-form-urlencoded", params: [{ name: "a b", value: "é" }] }),
          entry({}, { status: 0 }),
          entry({}, { status: 200, content: { mimeType: "application/javascript; charset=utf-8" } }),
        ],
      },
    }),
  );
  expect(named({ servers, notes })).toEqual({ "http://localhost": ["GET /a ×2", "POST /a é", "POST /a a+b=%C3%A9"] });
  expect(servers[0]!.requests[0]!.headers).toEqual({ cookie: "a=1; b=2" });
  expect(notes).toEqual([
    { code: "unanswered", count: 1 },
    { code: "static", count: 1 },
    { at: { entry: 3 }, code: "bad-entry" },
    { at: { entry: 4 }, code: "address", value: "data:text/plain,a" },
    { at: { entry: 6 }, code: "no-body" },
    { at: { entry: 7 }, code: "no-body" },
    { at: { entry: 8 }, code: "file-upload" },
    { at: { entry: 9 }, code: "file-upload" },
    { at: { entry: 10 }, code: "binary-body" },
    { at: { entry: 5 }, code: "method", value: "PROPFIND" },
  ]);
});

test("counts above the bound of weights keep their ratios", () => {
  const many = [
    ...Array.from({ length: 4000 }, () => entry({})),
    ...Array.from({ length: 400 }, () => entry({ url: "http://localhost/b" })),
    entry({ url: "http://localhost/c" }),
  ];
  const { servers } = read(JSON.stringify({ log: { entries: many } }));
  expect(named({ servers, notes: [] })).toEqual({ "http://localhost": ["GET /a ×1000", "GET /b ×100", "GET /c"] });
});
