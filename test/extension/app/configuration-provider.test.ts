import { expect, test, vi } from "vitest";
import type { CancellationToken, DebugConfiguration, WorkspaceFolder } from "vscode";
import { checkAttachArguments, checkLaunchArguments } from "../../../extension/debug-adapter/launch-arguments.ts";
import { manifest } from "../manifest.ts";
import { Uri, workspace } from "../vscode.ts";

vi.mock("vscode", () => import("../vscode.ts"));
const { createConfigurationProvider } = await import("../../../extension/app/configuration-provider.ts");

const folder = { uri: Uri.file("/code/shop"), name: "shop", index: 0 };
const token = {} as CancellationToken;

/** What the adapter receives for a configuration in launch.json. */
async function completed(configuration: object): Promise<DebugConfiguration> {
  workspace.workspaceFolders = [folder];
  for (const [name, { default: value }] of Object.entries(manifest.contributes.configuration.properties))
    if (!workspace.settings.has(name.replace("heatline.", ""))) workspace.settings.set(name.replace("heatline.", ""), value);
  const provider = createConfigurationProvider({} as never, {} as never, "/runs", async (work) => work());
  const given = { type: "heatline", name: "Shop", ...configuration } as DebugConfiguration;
  const found = await provider.resolveDebugConfigurationWithSubstitutedVariables(folder as WorkspaceFolder, given, token);
  return found as DebugConfiguration;
}

test("an attached app has the path mappings of its configuration, else those of the setting, in folders of this machine", async () => {
  const attach = { request: "attach", host: "127.0.0.1", port: 9229 };
  workspace.settings.set("pathMappings", { "/usr/src/app": "${workspaceFolder}/packages/api" });
  expect(checkAttachArguments(await completed(attach)).pathMappings).toEqual({ "/usr/src/app": "/code/shop/packages/api" });
  const pathMappings = { "/app": "/code/other" };
  expect(checkAttachArguments(await completed({ ...attach, pathMappings })).pathMappings).toEqual(pathMappings);
});

test.each([true, false])(
  "whether an app marks its requests is set by the user, and by a configuration in its place: %s",
  async (routes) => {
    workspace.settings.set("routes", routes);
    const launch = { request: "launch", program: "/code/shop/server.js" };
    expect(checkLaunchArguments(await completed(launch)).routes).toBe(routes);
    expect(checkLaunchArguments(await completed({ ...launch, routes: !routes })).routes).toBe(!routes);
  },
);

test.each([true, false])("whether secrets are kept in runs is set by the user: %s", async (keepSecrets) => {
  workspace.settings.set("keepSecrets", keepSecrets);
  expect(checkAttachArguments(await completed({ request: "attach", port: 9229 })).keepSecrets).toBe(keepSecrets);
  expect(checkLaunchArguments(await completed({ request: "launch", program: "/code/shop/server.js" })).keepSecrets).toBe(keepSecrets);
});

test("launch.json offers the same for an attached app as for a launched one, as far as it applies", () => {
  const { launch, attach } = manifest.contributes.debuggers[0]!.configurationAttributes;
  for (const name of ["pathMappings", "samplingIntervalUs", "maxDurationSeconds", "load", "cwd"])
    expect(attach.properties[name]).toEqual(launch.properties[name]);
  expect(attach.properties["recorder"]?.enum).toEqual(launch.properties["recorder"]?.enum);
});

test("the Debug Console stays closed, unless launch.json says otherwise, and opens if the app fails", async () => {
  const launch = { request: "launch", program: "/code/shop/server.js" };
  expect(await completed(launch)).toMatchObject({ internalConsoleOptions: "neverOpen", outputOnFailure: true });
  const chosen = await completed({ ...launch, internalConsoleOptions: "openOnSessionStart" });
  expect(chosen["internalConsoleOptions"]).toBe("openOnSessionStart");
  expect(chosen["outputOnFailure"]).toBeUndefined();
  expect((await completed({ ...launch, console: "integratedTerminal" }))["console"]).toBe("integratedTerminal");
});
