import { mkdir, mkdtemp, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { routes } from "../../../language-server/protocol/run-details.ts";
import { LspClient } from "../../drivers/server/lsp-client.ts";
import { bundleServer } from "../../drivers/server/server-bundle.ts";

test("routes are found in the app's own package, without tests and dependencies", async () => {
  const root = await mkdtemp(path.join(os.tmpdir(), "heatline-routes-"));
  const files = {
    "packages/shop/package.json": "{}",
    "packages/shop/src/server.mjs": 'import orders from "./orders.mjs";\nconst app = express();\napp.use("/api", orders);\n',
    "packages/shop/src/orders.mjs": 'const router = Router();\nrouter.get("/orders/:id", handler);\nexport default router;\n',
    "packages/shop/src/orders.test.mjs": 'app.get("/tested", handler);',
    "packages/shop/node_modules/next/package.json": "{}",
    "packages/shop/node_modules/some/index.js": 'app.get("/package", handler);',
    "packages/shop/app/cart/route.ts": "export function GET() {}",
    "packages/other/index.js": 'app.get("/other", handler);',
  };
  for (const [file, text] of Object.entries(files)) {
    await mkdir(path.dirname(path.join(root, file)), { recursive: true });
    await writeFile(path.join(root, file), text);
  }
  await using client = await LspClient.start(await bundleServer(), {}, root);
  const found = await client.request(routes, { folder: root, program: path.join(root, "packages/shop/src/server.mjs") });
  expect(found).toEqual([
    { method: "GET", path: "/cart", file: "app/cart/route.ts", line: 1, isCompared: false },
    { method: "GET", path: "/api/orders/:id", file: "src/orders.mjs", line: 2, isCompared: false },
  ]);
  const tool = path.join(root, "packages/shop/node_modules/next/dist/bin/next");
  const ofTool = await client.request(routes, { folder: root, program: tool });
  expect(ofTool.map(({ path: found }) => found)).toEqual(["/cart", "/api/orders/:id"]);
  expect(await client.request(routes, { folder: path.join(root, "none"), program: "" })).toEqual([]);
});
