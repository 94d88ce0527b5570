import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { invoiceOf } from "./invoice.js";
import { findCustomer, ordersOf } from "./orders.js";

const server = createServer((request, response) => {
  const match = /^\/customers\/(\d+)\/(orders|invoice)$/.exec(
    request.url ?? "",
  );
  const customer = match ? findCustomer(Number(match[1])) : undefined;
  if (!match || !customer) return sendJson(response, 404, { error: "unknown" });
  const orders = ordersOf(customer);
  if (match[2] === "orders") return sendJson(response, 200, orders);
  sendJson(response, 200, invoiceOf(customer, orders));
});

server.listen(Number(process.env.PORT ?? 3105), "127.0.0.1", () => {
  const { port } = server.address() as AddressInfo;
  console.log(`ts-orders listening on http://127.0.0.1:${port}`);
});

function sendJson(
  response: ServerResponse,
  status: number,
  body: unknown,
): void {
  response.writeHead(status, { "content-type": "application/json" });
  response.end(JSON.stringify(body));
}
