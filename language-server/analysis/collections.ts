import * as v from "valibot";

/** The same type with every field and list read-only, at any depth. */
export type ReadOnly<Value> = Value extends object ? { readonly [Key in keyof Value]: ReadOnly<Value[Key]> } : Value;

interface Made<Key, Value> {
  readonly get: (key: Key) => Value | undefined;
  readonly has: (key: Key) => boolean;
  readonly set: (key: Key, value: Value) => unknown;
}

/** The value of a key, made when it is first asked for. (Node 20 lacks `Map.prototype.getOrInsertComputed`.) */
export function madeOnce<Key, Value>(made: Made<Key, Value>, key: Key, make: () => Value): Value {
  const known = made.get(key);
  if (known !== undefined || made.has(key)) return known as Value;
  const value = make();
  made.set(key, value);
  return value;
}

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

/** An object with some of the fields of another. */
export function picked<Whole extends object, Name extends keyof Whole>(whole: Whole, ...names: readonly Name[]): Pick<Whole, Name> {
  return Object.fromEntries(names.map((name) => [name, whole[name]])) as Pick<Whole, Name>;
}

/** Words that are written in one text, with a blank between them. */
export function wordSet(text: string): ReadonlySet<string> {
  return new Set(text.split(" "));
}

/** The schema of an object whose fields nobody changes. */
/* @__NO_SIDE_EFFECTS__ */
export function readOnlyObject<Entries extends v.ObjectEntries>(entries: Entries) {
  return v.pipe(v.object(entries), v.readonly());
}
