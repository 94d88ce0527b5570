import { createServer } from "node:http";
import { openDatabase } from "./database.js";
import { findOrder } from "./orders.js";
import { monthlyReport } from "./report.js";

const database = openDatabase();

const server = createServer((request, response) => {
  answer(request, response).catch((error) => {
    console.error(error);
    send(response, 500, { error: "internal error" });
  });
});

server.listen(process.env.PORT ?? 3106, "127.0.0.1", () => {
  console.log(
    `held-up-orders listening on http://127.0.0.1:${server.address().port}`,
  );
});

async function answer(request, response) {
  const { pathname } = new URL(request.url, "http://127.0.0.1");
  if (pathname === "/report") return send(response, 200, monthlyReport());
  const [, id] = /^\/orders\/(\d{1,9})$/.exec(pathname) ?? [];
  const order = id && (await findOrder(database, Number(id)));
  if (!order) return send(response, 404, { error: "no such order" });
  send(response, 200, order);
}

function send(response, status, body) {
  response.writeHead(status, { "content-type": "application/json" });
  response.end(JSON.stringify(body));
}
