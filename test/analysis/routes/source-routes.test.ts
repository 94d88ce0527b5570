import { expect, test } from "vitest";
import { fileRoutes } from "../../../language-server/analysis/routes/file-routes.ts";
import { sourceRoutes } from "../../../language-server/analysis/routes/source-routes.ts";

/** `GET /orders app.js:3` for each route of the files. */
function routesOf(files: Readonly<Record<string, string>>, program = "/app/none.js"): readonly string[] {
  const parsed = new Map(Object.entries(files).map(([file, text]) => [`/app/${file}`, fileRoutes(text, file)!]));
  return sourceRoutes(parsed, program).map(({ method, path, file, line }) => `${method} ${path} ${file.slice(5)}:${line}`);
}

test("Express: routes, routers in separate files, nested routers", () => {
  const files = {
    "app.js": `const express = require("express");
const app = express();
app.get("/health", (request, response) => response.end());
app.use(express.json());
app.use("/api", require("./routes/orders"));
app.use("/api/v2", require("./routes/nested.js").router);
app.route("/book").get(show).post((request, response) => response.end());
app.get(["/one", \`/two\`], show);
app.get("setting");
app.get(/pattern/, show);
app.get("*", show);
`,
    "routes/orders.js": `const { Router } = require("express");
const router = Router();
router.get("/orders", list);
router.get("/orders/:id(\\d+)", one);
router.post("/orders", create);
module.exports = router;
`,
    "routes/nested.js": `import { Router } from "express";
import inner from "./inner";
const router = Router();
router.use("/inner", inner);
export { router };
`,
    "routes/inner.ts": `const inner = Router();
inner.delete("/:name?", (request: Request) => {});
export default inner;
`,
  };
  expect(routesOf(files)).toEqual([
    "GET /health app.js:3",
    "POST /book app.js:7",
    "GET /book app.js:7",
    "GET /one app.js:8",
    "GET /two app.js:8",
    "GET /api/orders routes/orders.js:3",
    "GET /api/orders/:id routes/orders.js:4",
    "POST /api/orders routes/orders.js:5",
    "DELETE /api/v2/inner/:name routes/inner.ts:2",
  ]);
});

test("requests sent by a client are not routes", () => {
  const text = `axios.get("/a", options);
fetch("/b");
request(app).get("/c");
cache.get("/d", () => 1);
this.client.post("/e", body);
api.get("/f", { headers: {} });
`;
  expect(routesOf({ "client.js": text })).toEqual([]);
});

test("Koa: a router with a prefix, mounted by its routes()", () => {
  const text = `const router = new Router({ prefix: "/v1" });
router.get("/users/:id", handler).post("/users", handler);
const shop = new Router();
shop.prefix("/shop");
shop.get("/cart", handler);
app.use(router.routes()).use(shop.routes());
`;
  expect(routesOf({ "app.js": text })).toEqual(["POST /v1/users app.js:2", "GET /v1/users/:id app.js:2", "GET /shop/cart app.js:5"]);
});

test("Fastify: shorthand, route options, plugins with a prefix", () => {
  const files = {
    "app.mjs": `import orders from "./orders.mjs";
const app = Fastify({ logger: true });
app.get("/ping", { schema }, async () => "pong");
app.route({ method: ["GET", "POST"], url: "/form", handler });
app.register(orders, { prefix: "/orders" });
app.register(async (admin) => { admin.get("/users", handler); }, { prefix: "/admin" });
async function local(instance) { instance.get("/local", handler); }
app.register(local, { prefix: "/here" });
app.register(import("./lazy.mjs"), { prefix: "/lazy" });
app.register((await import("./awaited.mjs")).default, { prefix: "/awaited" });
`,
    "lazy.mjs": 'export default async (fastify) => { fastify.get("/one", handler); };',
    "awaited.mjs": 'export default async (fastify) => { fastify.get("/two", handler); };',
    "orders.mjs": `export default async function orders(fastify) {
  fastify.get("/", handler);
  fastify.put("/:id", handler);
}
`,
  };
  expect(routesOf(files)).toEqual([
    "GET /ping app.mjs:3",
    "GET /form app.mjs:4",
    "POST /form app.mjs:4",
    "GET /admin/users app.mjs:6",
    "GET /here/local app.mjs:7",
    "GET /lazy/one lazy.mjs:1",
    "GET /awaited/two awaited.mjs:1",
    "GET /orders orders.mjs:2",
    "PUT /orders/:id orders.mjs:3",
  ]);
});

test("Hono: routes, a base path, an app on an app", () => {
  const text = `const app = new Hono().basePath("/api");
const books = new Hono();
books.get("/:isbn{[0-9]+}", (c) => c.text(""));
app.route("/books", books);
app.get("/hello", (c) => c.text("hello"));
`;
  expect(routesOf({ "app.ts": text }).map((each) => each.split(" ").slice(0, 2).join(" "))).toEqual([
    "GET /api/books/:isbn",
    "GET /api/hello",
  ]);
});

test("Hono: methods and paths in lists, beside listeners of events", () => {
  const text = `app.on(["GET", "PUT"], ["/a", "/b"], handler);
app.on("PURGE", "/cache", handler);
app.on("POST", "/c", check, handler);
emitter.on("get", listener);
`;
  const found = routesOf({ "app.ts": text });
  expect(found).toEqual(["GET /a app.ts:1", "GET /b app.ts:1", "PUT /a app.ts:1", "PUT /b app.ts:1", "POST /c app.ts:3"]);
});

test("Express: a router on several paths, and a part of a path that may be missing", () => {
  const text = `const router = Router();
router.get("/list{/:page}", show);
app.use(["/orders", "/invoices"], check, router);
`;
  expect(routesOf({ "app.js": text })).toEqual(["GET /orders/list/:page app.js:2", "GET /invoices/list/:page app.js:2"]);
});

test("a mount whose prefix cannot be read: the paths of its routes are not known", () => {
  const text = `const [one, two] = [Router(), Router()];
one.get("/one", show);
two.get("/two", show);
app.use(config.base + "/one", one);
app.use(\`/\${version}/two\`, two);
app.register(async (three) => { three.get("/three", show); }, { prefix: config.prefix });
const four = new Router({ prefix: config.prefix });
four.get("/four", show);
app.use(four.routes());
const five = Router();
five.get("/five", show);
app.use(auth, five);
`;
  expect(routesOf({ "app.js": text })).toEqual(["GET /five app.js:11"]);
});

test("paths in constants, templates and sums; not if a part is unknown", () => {
  const text = `const base = "/api";
const users = \`\${base}/users\` as const;
app.get(base + "/orders", handler);
app.get(\`\${users}/:id\`, handler);
app.get(users, handler);
app.get(base + settings.path, handler);
app.get(unknown + "/x", handler);
function one() { const path = "/one"; app.get(path, handler); }
function two() { const path = "/two"; app.get(path, handler); }
let changing = "/changing";
app.get(changing, handler);
if (request.url === base + "/compared") answer();
`;
  const found = routesOf({ "app.ts": text });
  expect(found).toEqual([
    "GET /api/orders app.ts:3",
    "GET /api/users/:id app.ts:4",
    "GET /api/users app.ts:5",
    "GET /api/compared app.ts:12",
  ]);
  const bomb = Array.from({ length: 40 }, (_, i) => `const x${i + 1} = x${i} + x${i};`).join("\n");
  expect(routesOf({ "app.ts": `const x0 = "/x";\n${bomb}\napp.get(x1, handler); app.get(x40, handler);` })).toEqual(["GET /x/x app.ts:42"]);
});

test("Nest: a controller's decorators", () => {
  const text = `@Controller("cats")
export class CatsController {
  constructor(@Inject() private readonly cats: Cats) {}
  @Get() list() {}
  @Get(":id")
  one(@Param("id") id: string) {}
  @Post("new") @HttpCode(201) create() {}
}
`;
  expect(routesOf({ "cats.ts": text })).toEqual(["GET /cats cats.ts:4", "GET /cats/:id cats.ts:5", "POST /cats/new cats.ts:7"]);
});

test("Nest: a prefix of all controllers, and lists of paths", () => {
  const files = {
    "main.ts": 'const app = await NestFactory.create(AppModule);\napp.setGlobalPrefix("api/v1");\napp.use("/docs", docs);\n',
    "pets.ts": `@Controller(["cats", "dogs"])
export class PetsController {
  @Get(["all", "every"]) list() {}
}
@Controller({ path: "birds", version: "1" })
export class BirdsController {
  @Get() list() {}
}
@Controller({ version: "2" })
export class RootController {
  @Get("root") show() {}
}
@Controller(computed)
export class OthersController {
  @Get("x") list() {}
}
`,
    "plain.ts": 'router.get("/plain", handler);',
  };
  expect(routesOf(files)).toEqual([
    "GET /api/v1/cats/all pets.ts:3",
    "GET /api/v1/cats/every pets.ts:3",
    "GET /api/v1/dogs/all pets.ts:3",
    "GET /api/v1/dogs/every pets.ts:3",
    "GET /api/v1/birds pets.ts:7",
    "GET /api/v1/root pets.ts:11",
    "GET /plain plain.ts:1",
  ]);
});

test("comparisons with the URL, and with the method in the same condition", () => {
  const text = `http.createServer((request, response) => {
  if (request.url === "/orders") return list();
  if (request.method === "POST" && request.url === "/order") return create();
  const { pathname } = new URL(request.url, "http://x");
  switch (pathname) {
    case "/a":
    case "/b": return both();
  }
  if (file.path === name) return;
});
`;
  expect(routesOf({ "server.js": text })).toEqual([
    "GET /orders server.js:2",
    "POST /order server.js:3",
    "GET /a server.js:6",
    "GET /b server.js:7",
  ]);
});

test("a request that is refused unless it has the one URL, and the one method", () => {
  const text = `http.createServer((request, response) => {
  if (request.url !== "/report") return response.writeHead(404).end();
});
http.createServer((request, response) => {
  if (request.method != "POST" || pathname != "/order") return response.writeHead(404).end();
});
`;
  expect(routesOf({ "server.js": text })).toEqual(["GET /report server.js:2", "POST /order server.js:5"]);
  expect(fileRoutes(text, "server.js")!.routes.map(({ isCompared }) => isCompared)).toEqual([false, false]);
  const reversed = 'if ("/a" !== request.url) return response.writeHead(404).end();';
  expect(routesOf({ "server.js": reversed })).toEqual(["GET /a server.js:1"]);
});

test.each([
  ['request.url === "/a" ? 200 : 404', true],
  ["response.writeHead(404).end()", false],
  ["response.writeHead(request.url ? 404 : 400)", false],
  ["response.sendStatus(404)", false],
  ["response.statusCode = 404", false],
  ["response.statusCode = found ? 200 : 404", false],
  ["new Response(null, { status: 404 })", false],
  ["if (response.statusCode === 404) retry()", true],
  ["response.end(status[404])", true],
  ["response.end(String(4041))", true],
])("a path that is compared with the URL may be a special case, unless others are answered with 404: %s", (answer, isCompared) => {
  const text = `if (request.url === "/orders") list();\n${answer};\n`;
  expect(fileRoutes(text, "server.js")!.routes.find(({ path }) => path === "/orders")).toMatchObject({ isCompared });
});

test("only files that the program loads are searched, unless they have no route", () => {
  const files = {
    "one.js": 'import "./routes.js"; http.createServer();',
    "routes.js": 'router.get("/one", handler);',
    "two.js": 'const app = express(); app.get("/two", handler);',
  };
  expect(routesOf(files, "/app/one.js")).toEqual(["GET /one routes.js:1"]);
  expect(routesOf(files, "/app/dist/one.js")).toEqual(["GET /one routes.js:1", "GET /two two.js:1"]);
});
