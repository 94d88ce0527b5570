import type { Customer } from "./orders.js";

export interface Tariff {
  readonly prices: Price[];
}

export interface Price {
  readonly article: string;
  readonly description: string;
  readonly unitCents: number;
  discountPercent: number;
}

const standardTariff: Tariff = {
  prices: Array.from({ length: 40 }, (_, index) => ({
    article: `A-${100 + index}`,
    description: `Article ${100 + index}, with fittings and two years' warranty`,
    unitCents: 1900 + ((index * 7919) % 40000),
    discountPercent: index % 7,
  })),
};

/** The standard tariff with the customer's loyalty discount on top of every price. */
export function tariffFor(customer: Customer): Tariff {
  const tariff: Tariff = JSON.parse(JSON.stringify(standardTariff));
  for (const price of tariff.prices) {
    price.discountPercent += customer.loyaltyPercent;
  }
  return tariff;
}
