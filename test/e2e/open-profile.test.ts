import { execFile } from "node:child_process";
import { copyFile, mkdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { expect } from "vitest";
import { filesWith } from "../drivers/files-with.ts";
import { loginHeader, ProfileServer } from "../drivers/profile-server.ts";
import { Heatline, runPatienceMs } from "../drivers/workbench/heatline.ts";
import { Workbench } from "../drivers/workbench/workbench.ts";
import { journeysWith } from "./journeys-with.ts";

/** Spends most of its time in one line, on any Node version. */
const hotLine = 4;
const program = `function digest(rounds) {
  let text = "seed";
  for (let i = 0; i < rounds; i++) {
    text = JSON.stringify({ text: text.slice(0, 40), list: Array.from({ length: 200 }, (_, n) => n * i) });
  }
  return text.length;
}

const end = Date.now() + 1500;
let sum = 0;
while (Date.now() < end) sum += digest(50);
if (sum === 0) throw new Error("nothing was done");
`;
const test = journeysWith({ "digest.js": program });

/** Opens a profile from the palette; the hot line of the open program must show its heat. */
async function litUpBy(workbench: Workbench, profile: string): Promise<Heatline> {
  await workbench.runCommand("Heatline: Open Profile…");
  await workbench.chooseFile(profile);
  const heatline = new Heatline(workbench);
  expect(await heatline.hottest()).toBe(`digest.js:${hotLine}`);
  expect(await heatline.inlineText(hotLine)).toMatch(/%/);
  return heatline;
}

test("a .cpuprofile opened in an editor: its page leads to the hottest line, which has heat, and to the flame graph", async ({
  folder,
  server,
}) => {
  await promisify(execFile)(process.execPath, ["--cpu-prof", "--cpu-prof-name=app.cpuprofile", "digest.js"], { cwd: folder.path });
  await using workbench = await Workbench.open(server);
  // A window knows its extensions slightly later than its files.
  await workbench.openFile("digest.js");
  await workbench.titleButton("Profile Current App").waitFor();
  await workbench.openFromExplorer("app.cpuprofile");
  await workbench.runCommand("View: Reopen Editor With...");
  await workbench.quickPick("Heatline");
  const page = await workbench.webview("app.cpuprofile");
  const hottest = page.getByRole("link", { name: `digest.js:${hotLine}` });
  await hottest.waitFor({ timeout: runPatienceMs });
  await workbench.screenshot("profile-editor");
  await hottest.click();
  await expect.poll(() => workbench.activeTab()).toBe("digest.js");
  expect((await workbench.cursor()).line).toBe(hotLine);
  const heatline = new Heatline(workbench);
  expect(await heatline.inlineText(hotLine)).toMatch(/%/);
  expect(await heatline.heatedLines()).toContain(hotLine);
  await workbench.runCommand("Heatline: Open Flame Graph");
  const flame = await heatline.flamePanel();
  await flame.getByText("Left Heavy").first().waitFor();
  await workbench.openFile("digest.js");
  await workbench.goToLine(hotLine);
  await workbench.runCommand("Heatline: Reveal in Flame Graph");
  await expect.poll(() => flame.locator(".heatline-live").textContent()).toMatch(/^digest, digest\.js:/);
  await workbench.runCommand("Heatline: Open Flame Graph");
  await workbench.titleButton("Show as List").click();
  await workbench.treeRows("Hot Functions").and(workbench.page.locator("[aria-selected=true]")).filter({ hasText: "digest" }).waitFor();
  await workbench.screenshot("profile-editor-as-list");
});

test(
  "a profile that is older than the file is reported, and shown on the sources of its commit once these are chosen",
  { tags: "thorough" },
  async ({ folder, server }) => {
    const file = path.join(folder.path, "digest.js");
    const commit = path.join(folder.path, "commit");
    await mkdir(commit, { recursive: true });
    await copyFile(file, path.join(commit, "digest.js"));
    await promisify(execFile)(process.execPath, ["--cpu-prof", "--cpu-prof-name=older.cpuprofile", "digest.js"], { cwd: folder.path });
    await writeFile(file, `// Digests\n// of\n// texts\n${program}`);
    await using workbench = await Workbench.open(server, { viewport: { width: 1280, height: 720 } });
    await workbench.openFile("digest.js");
    await workbench.runCommand("Heatline: Open Profile…");
    await workbench.chooseFile(path.join(folder.path, "older.cpuprofile"));
    const toast = workbench.toast("was not recorded from the code that is now in digest.js");
    await toast.getByRole("button", { name: "Record Now" }).waitFor();
    const heatline = new Heatline(workbench);
    // Moved with its function, and said so.
    expect(await heatline.inlineText(hotLine + 3)).toMatch(/≈/);
    await workbench.screenshot("older-profile");

    await toast.getByRole("button", { name: "Choose Sources…" }).click();
    await workbench.quickPickRow("..").waitFor();
    await workbench.quickInput.fill(`${commit}/`);
    await workbench.quickPickRow("digest.js").or(workbench.quickPickRow("..")).first().waitFor();
    await workbench.page.getByRole("button", { name: "Choose Sources", exact: true }).click();
    await expect.poll(async () => (await workbench.cursor()).line).toBe(hotLine);
    expect(await heatline.inlineText(hotLine)).not.toMatch(/≈/);
    await workbench.screenshot("older-profile-on-its-commit");
    await writeFile(file, program);
  },
);

test(
  "Open Profile…: V8's log of node --prof shows heat on the same line; a file that is not a profile is refused",
  { tags: "thorough" },
  async ({ folder, server }) => {
    const flags = ["--prof", "--log-source-position", "--no-logfile-per-isolate", "--logfile=app-v8.log"];
    await promisify(execFile)(process.execPath, [...flags, "digest.js"], { cwd: folder.path });
    await using workbench = await Workbench.open(server);
    await workbench.openFile("digest.js");
    const heatline = await litUpBy(workbench, path.join(folder.path, "app-v8.log"));
    await workbench.screenshot("open-profile");

    await workbench.runCommand("Heatline: Open Profile…");
    await workbench.chooseFile(path.join(folder.path, "crash.js"));
    await workbench.toast("crash.js").waitFor();
    await workbench.screenshot("open-profile-not");
    // The previous profile is still shown.
    expect(await heatline.inlineText(hotLine)).toMatch(/%/);
  },
);

test(
  "Open Profile…: a log that Node has preprocessed shows heat on the same line, and its details say what preprocessing lost",
  { tags: "thorough" },
  async ({ folder, server }) => {
    const flags = ["--prof", "--log-source-position", "--no-logfile-per-isolate", "--logfile=app-v8.log"];
    const run = promisify(execFile);
    await run(process.execPath, [...flags, "digest.js"], { cwd: folder.path });
    const { stdout } = await run(process.execPath, ["--prof-process", "--preprocess", "app-v8.log"], {
      cwd: folder.path,
      maxBuffer: 1 << 28,
    });
    await writeFile(path.join(folder.path, "app-v8.json"), stdout);
    await using workbench = await Workbench.open(server);
    await workbench.openFile("digest.js");
    await litUpBy(workbench, path.join(folder.path, "app-v8.json"));
    await workbench.screenshot("open-profile-preprocessed");
    await workbench.toast("app-v8.json").getByRole("button", { name: "Details" }).click();
    await workbench.page.locator(".tab.active").filter({ hasText: "Run Details" }).waitFor();
    await workbench.page.getByText("A preprocessed V8 log no longer says").first().waitFor();
    await workbench.screenshot("open-profile-preprocessed-details");
  },
);

test(
  "Open Profile…: of a pprof file with several times the chosen measure is shown again in the next window; nothing is asked at opening",
  { tags: "thorough" },
  async ({ folder, server }) => {
    const corpus = path.resolve(import.meta.dirname, "../fixtures/corpus");
    for (const name of ["datadog-wall-cpu", "datadog-wall"])
      await copyFile(path.join(corpus, `${name}.node20.pb.gz`), path.join(folder.path, `${name}.pb.gz`));
    await using workbench = await Workbench.open(server);
    await workbench.openFile("digest.js");
    await workbench.runCommand("Heatline: Open Profile…");
    await workbench.chooseFile(path.join(folder.path, "datadog-wall-cpu.pb.gz"));
    await workbench.toast("datadog-wall-cpu.pb.gz").waitFor();
    expect(await workbench.quickPickRows.count()).toBe(0);
    await workbench.runCommand("Heatline: Measure…");
    await workbench.quickPickRow("wall").waitFor();
    await workbench.page.getByText("By which measure should datadog-wall-cpu.pb.gz be shown?").first().waitFor();
    await workbench.screenshot("open-profile-measures");
    await workbench.quickPick("wall");
    await workbench.runCommand("Heatline: Show Run Details");
    const said = (): Promise<void> => workbench.page.getByText("Each sample has several values; wall is shown, not cpu.").first().waitFor();
    await said();
    await workbench.screenshot("open-profile-times-details");

    await workbench.reopen();
    await workbench.openFile("digest.js");
    await workbench.page.locator(`.statusbar-item[aria-label*="datadog-wall-cpu.pb.gz"]`).waitFor();
    await workbench.runCommand("Heatline: Show Run Details");
    await said();
    await workbench.runCommand("Heatline: Open Profile…");
    await workbench.chooseFile(path.join(folder.path, "datadog-wall.pb.gz"));
    await workbench.toast("datadog-wall.pb.gz").waitFor();
    expect(await workbench.quickPickRows.count()).toBe(0);
  },
);

test(
  "Open Profile from URL…: another host is confirmed, its login is asked for once and kept as a secret, and a slow server can be left",
  { tags: "thorough" },
  async ({ folder, server }) => {
    await promisify(execFile)(process.execPath, ["--cpu-prof", "--cpu-prof-name=url.cpuprofile", "digest.js"], { cwd: folder.path });
    const file = await readFile(path.join(folder.path, "url.cpuprofile"));
    await using profiles = await ProfileServer.start({ files: { "/app.cpuprofile": file }, isPrivate: true });
    await using workbench = await Workbench.open(server);
    const heatline = new Heatline(workbench);
    const host = new URL(profiles.elsewhere("/")).hostname;
    // The log then has the messages to the server.
    await workbench.changeSettings({ "heatline.trace.server": "verbose" });
    await workbench.openFile("digest.js");
    await workbench.titleButton("Profile Current App").waitFor();
    await workbench.runCommand("Heatline: Show Log");
    await workbench.panel.locator(".monaco-editor.focused").waitFor();
    await workbench.runCommand("Developer: Set Log Level...");
    await workbench.quickPick("Heatline");
    await workbench.quickPick("Trace");
    await workbench.quickInput.waitFor({ state: "hidden" });
    const open = async (url: string): Promise<void> => {
      await workbench.runCommand("Heatline: Open Profile from URL…");
      await workbench.answer("Open Profile from URL", url);
    };
    await open(profiles.elsewhere("/app.cpuprofile"));
    const dialog = workbench.dialog(`Fetch a profile from ${host}, which is not this machine?`);
    await dialog.getByText("The connection is not encrypted").waitFor();
    await workbench.screenshot("open-url-confirm");
    expect(profiles.asked).toEqual([]);
    await dialog.getByRole("button", { name: "Fetch" }).click();
    await workbench.page.getByText("requires a login").first().waitFor();
    await workbench.screenshot("open-url-login");
    await workbench.answer(`${host}:${profiles.port} requires a login`, loginHeader);
    expect(await heatline.hottest()).toBe(`digest.js:${hotLine}`);
    expect(await heatline.inlineText(hotLine)).toMatch(/%/);
    await workbench.toast(`${host}:${profiles.port}/app.cpuprofile`).waitFor();
    await workbench.screenshot("open-url");

    // The next window shows it again under its name, and asks nothing.
    await workbench.reopen();
    await workbench.openFile("digest.js");
    expect(await heatline.inlineText(hotLine)).toMatch(/%/);
    await workbench.page.locator(`.statusbar-item[aria-label*="${host}:${profiles.port}/app.cpuprofile"]`).waitFor();
    await workbench.runCommand("Heatline: Clear Annotations");
    await expect.poll(() => heatline.heatedLines()).toEqual([]);
    await open(profiles.elsewhere("/app.cpuprofile"));
    expect(await heatline.inlineText(hotLine)).toMatch(/%/);
    // Comes after the jump to the hottest line, which would take the focus from the next question.
    await workbench.toast(`${host}:${profiles.port}/app.cpuprofile`).waitFor();
    await open(profiles.elsewhere("/silent"));
    await profiles.askedFor("/silent");
    await workbench.toast(`fetching ${host}:${profiles.port}/silent`).waitFor();
    await workbench.screenshot("open-url-progress");
    await workbench.toast("fetching").getByRole("button", { name: "Cancel" }).click();
    await profiles.left();
    await open(profiles.elsewhere("/nowhere?key=abc"));
    await workbench.toast(`The server answered 404 Not Found for ${host}:${profiles.port}/nowhere?key=***`).waitFor();
    await workbench.screenshot("open-url-not-found");
    expect(await heatline.inlineText(hotLine)).toMatch(/%/);
    expect(await filesWith("heatline/openUrl", [server.userData])).toHaveLength(1);
    expect(await filesWith("t0p-s3cret", [folder.path, server.userData])).toEqual([]);
  },
);

test(
  "Export Run…: a recorded run as pprof, which opens again with the hot line's share",
  { tags: "thorough" },
  async ({ folder, server }) => {
    await using workbench = await Workbench.open(server);
    const heatline = new Heatline(workbench);
    await workbench.openFile("digest.js");
    await heatline.pressButton();
    expect(await heatline.hottest()).toBe(`digest.js:${hotLine}`);
    await workbench.runCommand("Heatline: Export Run…");
    await workbench.quickPick("% busy");
    await workbench.screenshot("export-run");
    await workbench.quickPick("pprof (.pb.gz)");
    const file = path.join(folder.path, "digest.pb.gz");
    await workbench.saveAs(file);
    await workbench.toast("digest.pb.gz").waitFor();
    const recorded = await heatline.inlineText(hotLine);
    await workbench.runCommand("Heatline: Clear Annotations");
    await expect.poll(() => heatline.heatedLines()).toEqual([]);
    await litUpBy(workbench, file);
    expect(await heatline.inlineText(hotLine)).toBe(recorded);
    await workbench.screenshot("open-profile-pprof");
  },
);
