export interface OrderLine {
  readonly article: string;
  readonly quantity: number;
}

export interface Order {
  readonly id: number;
  readonly date: string;
  readonly lines: readonly OrderLine[];
}

export interface Customer {
  readonly id: number;
  readonly name: string;
  readonly loyaltyPercent: number;
}

const customers: readonly Customer[] = [
  { id: 1, name: "Ada", loyaltyPercent: 0 },
  { id: 2, name: "Grace", loyaltyPercent: 3 },
  { id: 3, name: "Emmy", loyaltyPercent: 5 },
];

export function findCustomer(id: number): Customer | undefined {
  return customers.find((customer) => customer.id === id);
}

/** Last year's orders of a customer: one a week, three lines each. */
export function ordersOf(customer: Customer): Order[] {
  return Array.from({ length: 52 }, (_, week) => ({
    id: customer.id * 1000 + week,
    date: new Date(Date.UTC(2025, 0, 1 + week * 7)).toISOString().slice(0, 10),
    lines: [0, 1, 2].map((line) => orderLine(customer.id + week + line * 11)),
  }));
}

function orderLine(seed: number): OrderLine {
  return { article: `A-${100 + (seed % 40)}`, quantity: 1 + (seed % 4) };
}
