import { months, sold } from "./sales.js";

/** Turnover of each month, in cents. */
export function monthlyReport() {
  return Array.from({ length: months }, (_, month) => ({
    month: month + 1,
    cents: turnoverOf(month),
  }));
}

function turnoverOf(month) {
  const sales = sold.filter((sale) => sale.month === month);
  return sales.reduce((sum, { cents }) => sum + cents, 0);
}
