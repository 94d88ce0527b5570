/**
 * Vitest 5 groups failures with `Map.groupBy`, which Node 20 lacks: without this it would report that a test failed and
 * then crash before saying why. Load it with `--import` or from Vitest's configuration.
 */
if (!("groupBy" in Map)) {
  Object.defineProperty(Map, "groupBy", {
    configurable: true,
    writable: true,
    value: (/** @type {Iterable<unknown>} */ items, /** @type {(item: unknown, index: number) => unknown} */ keyOf) => {
      const groups = new Map();
      let index = 0;
      for (const item of items) {
        const key = keyOf(item, index++);
        const group = groups.get(key);
        if (group) group.push(item);
        else groups.set(key, [item]);
      }
      return groups;
    },
  });
}
