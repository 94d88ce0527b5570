import type { Customer, Order, OrderLine } from "./orders.js";
import { tariffFor } from "./tariff.js";

export interface Invoice {
  readonly customer: string;
  readonly lines: readonly InvoiceLine[];
  readonly totalCents: number;
}

export interface InvoiceLine {
  readonly order: number;
  readonly article: string;
  readonly quantity: number;
  readonly cents: number;
}

/** All of a customer's orders, each line at the customer's own price. */
export function invoiceOf(
  customer: Customer,
  orders: readonly Order[],
): Invoice {
  const lines = orders.flatMap((order) =>
    order.lines.map((line) => invoiceLine(customer, order, line)),
  );
  const totalCents = lines.reduce((sum, line) => sum + line.cents, 0);
  return { customer: customer.name, lines, totalCents };
}

function invoiceLine(
  customer: Customer,
  order: Order,
  line: OrderLine,
): InvoiceLine {
  const { article, quantity } = line;
  const tariff = tariffFor(customer);
  const price = tariff.prices.find((entry) => entry.article === article);
  if (!price) throw new Error(`article ${article} has no price`);
  const gross = price.unitCents * quantity;
  const cents = Math.round((gross * (100 - price.discountPercent)) / 100);
  return { order: order.id, article, quantity, cents };
}
