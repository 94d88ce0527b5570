const orderById = "SELECT id, items FROM orders WHERE id = ?";
const itemById = "SELECT id, name, cents FROM items WHERE id = ?";

/** An order with its items and what they cost, or undefined. */
export async function findOrder(database, id) {
  const [order] = await database.query(orderById, [id]);
  if (!order) return undefined;
  const items = [];
  for (const each of order.items) {
    const [item] = await database.query(itemById, [each]);
    items.push(item);
  }
  return { id, items, cents: items.reduce((sum, { cents }) => sum + cents, 0) };
}
