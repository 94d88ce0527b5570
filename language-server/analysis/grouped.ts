import { madeOnce } from "./made-once.ts";

/** Items by a key, in their order. (Node 20 lacks `Map.groupBy`.) */
export function grouped<Item, Key>(items: Iterable<Item>, keyOf: (item: Item) => Key): Map<Key, Item[]> {
  const groups = new Map<Key, Item[]>();
  for (const item of items) madeOnce(groups, keyOf(item), () => []).push(item);
  return groups;
}

/** How often each item occurs. */
export function countsOf<Item>(items: Iterable<Item>): Map<Item, number> {
  const counts = new Map<Item, number>();
  for (const item of items) counts.set(item, (counts.get(item) ?? 0) + 1);
  return counts;
}
