import { execFile } from "node:child_process";
import { cp, mkdir, mkdtemp, readdir, readFile, realpath, rm, symlink, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { beforeAll, expect, test } from "vitest";
import type { Run } from "../../../language-server/history/run.ts";
import { installPackages } from "../../workbench/installed-packages.mjs";
import { buildCommandLine, type CommandLine } from "../command-line.ts";

interface BuiltApp {
  readonly name: string;
  readonly files: Readonly<Record<string, string>>;
  readonly modules: () => Promise<string>;
  /** The file that is edited. */
  readonly source: string;
  readonly warning: string;
  readonly path: string;
}

const repository = path.resolve(import.meta.dirname, "../../..");
const rank = "export function rank(rounds) {\n  let sum = 0;\n  for (let i = 0; i < rounds; i++) sum += i % 7;\n  return sum;\n}\n";
const manifest = (build: string, start: string): string => JSON.stringify({ name: "app", private: true, scripts: { build, start } });

const apps: readonly BuiltApp[] = [
  {
    name: "next",
    files: {
      "package.json": manifest("next build", "next start -p 0 -H 127.0.0.1"),
      "lib/rank.js": rank,
      "app/layout.jsx": "export default function Layout({ children }) { return <html><body>{children}</body></html>; }\n",
      "app/page.jsx": "export default function Page() { return <p>page</p>; }\n",
      "app/api/hot/route.js":
        'import { rank } from "../../../lib/rank";\nexport const dynamic = "force-dynamic";\nexport const GET = () => Response.json(rank(300000));\n',
    },
    modules: () => installPackages("next"),
    source: "lib/rank.js",
    warning: "heatline: .next/ is older than lib/: build first (npm run build).",
    path: "/api/hot",
  },
  {
    name: "esbuild",
    files: {
      "package.json": manifest(
        "esbuild src/server.js --bundle --platform=node --sourcemap --outfile=dist/server.js",
        "node dist/server.js",
      ),
      "src/rank.js": rank,
      "src/server.js":
        'import { createServer } from "node:http";\nimport { rank } from "./rank.js";\ncreateServer((_, response) => response.end(String(rank(300000)))).listen(0, "127.0.0.1");\n',
    },
    modules: () => Promise.resolve(path.join(repository, "node_modules")),
    source: "src/rank.js",
    warning: "heatline: dist/ is older than src/: build first (npm run build).",
    path: "/",
  },
];

let cli: CommandLine;

beforeAll(async () => {
  cli = await buildCommandLine();
});

/** What a recording said about the build, whether its run says that an old one ran, and whether the new text ran. */
async function recorded(
  app: string,
  out: string,
  request: string,
): Promise<{ readonly err: string; readonly isOld: boolean; readonly isNewText: boolean }> {
  const args = ["record", "--out", out, "--load", request, "--duration", "2", "--warmup", "0", "--", "npm", "start"];
  const { err } = await cli.run(args, { cwd: app });
  const [id = ""] = await readdir(path.join(app, out));
  const run = JSON.parse(await readFile(path.join(app, out, id, "run.json"), "utf8")) as Run;
  const scripts = path.join(app, out, id, "scripts");
  const texts = await Promise.all((await readdir(scripts)).map((name) => readFile(path.join(scripts, name), "utf8")));
  return { err, isOld: run.problems.some(({ code }) => code === "build.ranOld"), isNewText: texts.some((text) => text.includes("i % 9")) };
}

test.each(apps)(
  "$name: an edit that was not built is said before the load; after the build the new code runs",
  { timeout: 600_000, tags: "thorough" },
  async ({ name, files, modules, source, warning, path: request }) => {
    const app = path.join(await realpath(await mkdtemp(path.join(os.tmpdir(), "heatline-built-"))), name);
    for (const [file, text] of Object.entries(files)) {
      await mkdir(path.dirname(path.join(app, file)), { recursive: true });
      await writeFile(path.join(app, file), text);
    }
    // Next.js refuses packages behind a link that leads out of the app's folder.
    if (name === "next") await cp(await modules(), path.join(app, "node_modules"), { recursive: true, verbatimSymlinks: true });
    else await symlink(await modules(), path.join(app, "node_modules"));
    const build = (): Promise<unknown> =>
      promisify(execFile)("npm", ["run", "build"], { cwd: app, env: { ...process.env, NEXT_TELEMETRY_DISABLED: "1" } });
    await build();
    const fresh = await recorded(app, "fresh", request);
    expect(fresh.err).not.toContain("older");
    expect(fresh).toMatchObject({ isOld: false, isNewText: false });
    await writeFile(path.join(app, source), rank.replace("% 7", "% 9"));
    const old = await recorded(app, "old", request);
    expect(old.err).toContain(warning);
    expect(old).toMatchObject({ isOld: true, isNewText: false });
    await build();
    const built = await recorded(app, "built", request);
    expect(built.err).not.toContain("older");
    expect(built).toMatchObject({ isOld: false, isNewText: true });
    await rm(path.dirname(app), { recursive: true });
  },
);
