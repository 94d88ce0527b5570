import { expect, test } from "vitest";
import { adapterEvents } from "../../../extension/debug-adapter/messages.ts";
import { placeLink } from "../../../extension/debug-adapter/session-output.ts";
import { is } from "valibot";

/** How VS Code finds links in notifications. */
const notificationLink = /\[([^\]]+)\]\(((?:https?:\/\/|command:|file:)[^)\s]+)(?: (["'])(.+?)(\3))?\)/gi;

test.each([
  ["/shop/slow.js", "slow.js:3"],
  ["/a shop (old)/[id].js", "id.js:3"],
  ["/shop/$(flame)](command:x).js", "$ (flame) (command:x).js:3"],
])("%s is one link to its line, and nothing else", (file, label) => {
  const link = placeLink({ file, line: 3, column: 7 });
  const found = [...link.matchAll(notificationLink)];
  expect(found.map(([all]) => all)).toEqual([link]);
  const [, shown, target = ""] = found[0] ?? [];
  expect(shown).toBe(label);
  const [command, argument = ""] = target.split("?");
  expect(command).toBe("command:heatline.goTo");
  const [place] = JSON.parse(decodeURIComponent(argument)) as { readonly uri: string; readonly range: object }[];
  const start = { line: 2, character: 6 };
  expect(place?.range).toEqual({ start, end: start });
  expect(decodeURIComponent(new URL(place?.uri ?? "").pathname)).toBe(file);
  expect(is(adapterEvents["heatline.problem"], { message: "no", remedy: "", link })).toBe(true);
});

test.each(["[a](command:workbench.action.quit)", "[a](command:heatline.goTo?1) [b](command:x)", "text"])("%s is no such link", (link) => {
  expect(is(adapterEvents["heatline.problem"], { message: "no", remedy: "", link })).toBe(false);
});
