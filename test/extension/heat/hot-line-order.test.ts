import { expect, test } from "vitest";
import { currentPlaces, type HotPlace, neighbour } from "../../../extension/heat/hot-line-order.ts";

/** Hottest first: `util` is the hottest file, then `app`. */
const places: readonly HotPlace[] = ["util:24", "app:50", "util:7", "app:3", "util:90"].map((each) => {
  const [uri = "", line] = each.split(":");
  return { uri, line: Number(line) };
});

test.each([
  ["next", "util:7", "util:24"],
  ["next", "util:8", "util:24"],
  ["next", "util:90", "app:3"],
  ["next", "app:50", "util:7"],
  ["previous", "util:24", "util:7"],
  ["previous", "util:7", "app:50"],
  ["previous", "app:3", "util:90"],
  ["next", "readme:1", "util:24"],
  ["previous", "readme:1", "util:24"],
] as const)("%s of %s is %s", (direction, from, to) => {
  const [uri = "", line] = from.split(":");
  const found = neighbour(places, { uri, line: Number(line) }, direction);
  expect(`${found?.uri}:${found?.line}`).toBe(to);
});

test("without an editor the command goes to the hottest line, and does nothing if there is none", () => {
  expect(neighbour(places, undefined, "next")).toEqual({ uri: "util", line: 24 });
  expect(neighbour([], undefined, "next")).toBeUndefined();
});

test("in an open file the current lines are used", () => {
  const at = (uri: string, line: number): { location: Parameters<typeof currentPlaces>[0][number]["location"] } => {
    const position = { line, character: 0 };
    return { location: { uri, range: { start: position, end: position } } };
  };
  const now = currentPlaces([at("util", 24), at("app", 50), at("util", 7)], new Map([["util", [9, 26]]]));
  expect(now.map(({ uri, line }) => `${uri}:${line}`)).toEqual(["util:9", "util:26", "app:50"]);
});
