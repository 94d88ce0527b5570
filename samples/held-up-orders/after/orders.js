const orderById = "SELECT id, items FROM orders WHERE id = ?";
const itemsByIds = "SELECT id, name, cents FROM items WHERE id IN (?)";

/** An order with its items and what they cost, or undefined. */
export async function findOrder(database, id) {
  const [order] = await database.query(orderById, [id]);
  if (!order) return undefined;
  const items = await database.query(itemsByIds, [order.items]);
  return { id, items, cents: items.reduce((sum, { cents }) => sum + cents, 0) };
}
