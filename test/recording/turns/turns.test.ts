import { expect, test } from "vitest";
import { inTurns } from "../../../language-server/recording/turns/turns.ts";

test("every second round is recorded the other way round", async () => {
  const order: string[] = [];
  const rounds = await inTurns(
    3,
    (side, round) => {
      order.push(`${round} ${side}`);
      return Promise.resolve({ folder: `${side}-${round}` });
    },
    new AbortController().signal,
  );
  expect(order).toEqual(["1 base", "1 head", "2 head", "2 base", "3 base", "3 head"]);
  expect(rounds[1]).toEqual({ base: { folder: "base-2" }, head: { folder: "head-2" } });
});

test("when more than a third failed no further one is recorded", async () => {
  const failing = new Set([2, 3]);
  const outcome = (round: number): object => (failing.has(round) ? { failed: "planted" } : { folder: "x" });
  const record = (_side: string, round: number): Promise<object> => Promise.resolve(outcome(round));
  expect(await inTurns(6, record, new AbortController().signal)).toHaveLength(6);
  failing.add(4);
  expect(await inTurns(6, record, new AbortController().signal)).toHaveLength(4);
});

test("once it is to end, the round under way is none", async () => {
  const abort = new AbortController();
  const rounds = await inTurns(
    10,
    (side, round) => {
      if (round === 4 && side === "base") abort.abort();
      return Promise.resolve({ folder: "x" });
    },
    abort.signal,
  );
  expect(rounds).toHaveLength(3);
});
