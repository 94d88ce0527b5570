import { expect, test } from "vitest";
import { nodeStores } from "../../../language-server/platform/nodes/version-managers.ts";

const programsOf = (stores: ReturnType<typeof nodeStores>, sep: string): readonly string[] =>
  stores.map(({ folder, inside }) => [folder, "22.1.0", inside].join(sep));

test("on Linux the folders of version managers are those of their variables, else in the home folder", () => {
  const usual = programsOf(nodeStores("/home/ada", {}, "linux", "x64"), "/");
  expect(usual).toEqual(
    expect.arrayContaining([
      "/home/ada/.nvm/versions/node/22.1.0/bin/node",
      "/home/ada/.local/share/fnm/node-versions/22.1.0/installation/bin/node",
      "/home/ada/.volta/tools/image/node/22.1.0/bin/node",
      "/usr/local/n/versions/node/22.1.0/bin/node",
      "/home/ada/.asdf/installs/nodejs/22.1.0/bin/node",
      "/home/ada/.local/share/mise/installs/node/22.1.0/bin/node",
      "/home/ada/.nodenv/versions/22.1.0/bin/node",
    ]),
  );
  const env = { NVM_DIR: "/opt/nvm", RUNNER_TOOL_CACHE: "/opt/tools", N_PREFIX: "/home/ada/n" };
  expect(programsOf(nodeStores("/home/ada", env, "linux", "arm64"), "/")).toEqual(
    expect.arrayContaining([
      "/opt/nvm/versions/node/22.1.0/bin/node",
      "/opt/tools/node/22.1.0/arm64/bin/node",
      "/home/ada/n/n/versions/node/22.1.0/bin/node",
    ]),
  );
});

test("on Windows nvm has its versions without further folders, and programs are node.exe", () => {
  const env = { NVM_HOME: "C:\\nvm", LOCALAPPDATA: "C:\\Users\\ada\\AppData\\Local" };
  const programs = programsOf(nodeStores("C:\\Users\\ada", env, "win32", "x64"), "\\");
  expect(programs).toContain("C:\\nvm\\22.1.0\\node.exe");
  expect(programs).toContain("C:\\Users\\ada\\AppData\\Local\\Volta\\tools\\image\\node\\22.1.0\\node.exe");
});
