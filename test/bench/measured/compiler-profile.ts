import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import path from "node:path";
import { cacheFolder, installWorkbench, repository } from "../../workbench/installation.mjs";

/**
 * A deep, recursive profile: VS Code's own TypeScript compiler compiling the language server. Recorded once into the cache. `compiler` is the
 * compiler's single file of 6 MB.
 */
export async function compilerProfile(): Promise<{ readonly file: string; readonly compiler: string }> {
  const folder = path.join(cacheFolder, "bench");
  const name = "compiler.cpuprofile";
  const file = path.join(folder, name);
  const { entry } = await installWorkbench("latest");
  const compiler = path.join(path.dirname(entry), "../../lib/vscode/extensions/node_modules/typescript/lib/_tsc.js");
  if (existsSync(file)) return { file, compiler };
  await mkdir(folder, { recursive: true });
  const profiling = ["--cpu-prof", `--cpu-prof-dir=${folder}`, `--cpu-prof-name=${name}`, "--cpu-prof-interval=2500"];
  const compiling = [
    "--ignoreConfig",
    "--noEmit",
    "--strict",
    "--target",
    "esnext",
    "--module",
    "nodenext",
    "--allowImportingTsExtensions",
    "--types",
    "node",
  ];
  const child = spawn(process.execPath, [...profiling, compiler, ...compiling, "language-server/lsp/main.ts"], {
    cwd: repository,
    env: { ...process.env, NODE_OPTIONS: "" },
    stdio: "ignore",
  });
  // A compiler older than ours may report errors; it has done the work all the same.
  await once(child, "exit");
  return { file, compiler };
}
