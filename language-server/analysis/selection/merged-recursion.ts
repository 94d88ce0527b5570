/** Longer turns stay as they are, so that the work per frame is bounded. */
const longestTurn = 8;

/**
 * The caller of stack row `row` when repeated turns are merged: of `walk > visit > walk > visit` the first two frames stay. `above` is its
 * caller, `prefix` has the callers of all rows before it, already merged. A stack keeps all its functions, and its innermost one.
 */
export function callerWithoutTurn(row: number, above: number, prefix: Int32Array, func: Int32Array): number {
  let before = above;
  for (let length = 1; length <= longestTurn && before !== -1; length++) {
    const next = prefix[before] as number;
    if (func[before] === func[row] && isRepeated(above, next, length - 1, prefix, func)) return next;
    before = next;
  }
  return above;
}

/** Whether the `count` frames from `one` outwards are those from `other` outwards. */
function isRepeated(one: number, other: number, count: number, prefix: Int32Array, func: Int32Array): boolean {
  let left = one;
  let right = other;
  for (let step = 0; step < count; step++) {
    if (right === -1 || func[left] !== func[right]) return false;
    left = prefix[left] as number;
    right = prefix[right] as number;
  }
  return true;
}
