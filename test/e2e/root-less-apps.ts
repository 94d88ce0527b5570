import { certificate, key } from "../drivers/loopback-certificate.ts";

/** Spends its time on one line: `hotLine`. */
export const work = `function work() {
  let text = "";
  for (let i = 0; i < 2000; i++) text = JSON.stringify({ i, text: "x".repeat(40), last: text.length });
  return text;
}
`;
export const hotLine = 4;

/** Servers without a route for `/`: each has one path, and `hotLine` is where the time of that goes. */
export const rootLessApps = {
  "plain.js": `const http = require("node:http");
${work}
http
  .createServer((request, response) => {
    if (request.method === "GET" && request.url === "/report") return response.end(work());
    response.writeHead(404).end("no such page");
  })
  .listen(0, "127.0.0.1");
`,
  "orders.js": `const { Router } = require("express");
${work}
const router = Router();
router.get("/orders/:id", (request, response) => response.end());
router.get("/orders", (request, response) => response.end(work()));
module.exports = router;
`,
  "express.js": `const app = require("express")();
app.use("/api", require("./orders"));
app.listen(0, "127.0.0.1");
`,
  "fast.js": `const app = require("fastify")();
${work}
app.get("/items", async () => work());
app.listen({ port: 0, host: "127.0.0.1" });
`,
  "secure.js": `const https = require("node:https");
${work}
const options = { key: ${JSON.stringify(key)}, cert: ${JSON.stringify(certificate)} };
https
  .createServer(options, (request, response) => {
    if (request.url === "/invoices") return response.end(work());
    response.writeHead(404).end();
  })
  .listen(0, "127.0.0.1");
`,
};
