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
