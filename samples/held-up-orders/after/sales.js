const sales = 400_000;
export const months = 12;

/** What was sold since the shop opened, in the order of its sale. */
export const sold = Array.from({ length: sales }, (_, sale) => ({
  month: Math.floor((sale * months) / sales),
  cents: 100 + ((sale * 7919) % 5000),
}));
