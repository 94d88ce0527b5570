import { months, sold } from "./sales.js";

const byMonth = Array.from({ length: months }, () => []);
for (const sale of sold) byMonth[sale.month].push(sale);

/** Turnover of each month, in cents. */
export function monthlyReport() {
  return Array.from({ length: months }, (_, month) => ({
    month: month + 1,
    cents: turnoverOf(month),
  }));
}

function turnoverOf(month) {
  const sales = byMonth[month];
  return sales.reduce((sum, { cents }) => sum + cents, 0);
}
