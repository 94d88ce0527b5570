import { expect, test } from "vitest";
import { samplingBounds } from "../../language-server/platform/sampling-interval.ts";
import { manifest } from "./manifest.ts";

/** Requirements of VS Code's own guides for an extension's manifest. */
const { capabilities, contributes } = manifest;
const settings = Object.entries(contributes.configuration.properties);

test("every setting says whose it is, and has a place of its own in the list", () => {
  expect(settings.filter(([, { scope }]) => scope !== "window").map(([name, { scope }]) => `${name}: ${scope}`)).toEqual([
    "heatline.pathMappings: machine-overridable",
  ]);
  const orders = settings.map(([, { order }]) => order ?? 0);
  expect(orders.toSorted((a, b) => a - b)).toEqual(settings.map((_, index) => index + 1));
});

test("a workspace that is not trusted cannot say which files are read, nor have runs deleted", () => {
  const { restrictedConfigurations } = capabilities.untrustedWorkspaces;
  expect(restrictedConfigurations).toEqual(["heatline.pathMappings", "heatline.keepRuns"]);
  const names = settings.map(([name]) => name);
  expect(names).toEqual(expect.arrayContaining([...restrictedConfigurations]));
});

test("no key is taken where it does nothing", () => {
  expect(contributes.keybindings.filter(({ when }) => when === undefined || when === "")).toEqual([]);
});

test("the sampling interval has the same bounds in the settings, in launch.json, in the adapter and in the command", () => {
  const bounds = { minimum: samplingBounds.least, maximum: samplingBounds.most };
  const { launch, attach } = contributes.debuggers[0]!.configurationAttributes;
  const asked = [
    contributes.configuration.properties["heatline.samplingInterval"],
    launch.properties["samplingIntervalUs"],
    attach.properties["samplingIntervalUs"],
  ];
  for (const each of asked) expect(each).toMatchObject(bounds);
});
