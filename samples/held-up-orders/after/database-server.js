import { setTimeout as delay } from "node:timers/promises";

const orders = 100;
const itemsPerOrder = 10;
/** What a real one takes for a row by its index, with the way to it. */
const answerMs = 2;

process.on("message", async ({ id, statement, values }) => {
  await delay(answerMs);
  const wanted = values.flat();
  const rows = statement.includes("FROM orders")
    ? wanted.filter((each) => each < orders).map(orderOf)
    : wanted.map(itemOf);
  process.send({ id, rows });
});

process.on("disconnect", () => process.exit());

function orderOf(id) {
  const items = Array.from(
    { length: itemsPerOrder },
    (_, item) => id * itemsPerOrder + item,
  );
  return { id, items };
}

function itemOf(id) {
  return { id, name: `item ${id}`, cents: 250 + ((id * 37) % 900) };
}
