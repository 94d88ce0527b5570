import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import path from "node:path";

/** Moves a run's folder into another run, as its pass of routes. */
export async function keepAsRoutesPass(run: string, pass: string): Promise<void> {
  const folder = "passes/routes";
  await mkdir(path.join(run, "passes"), { recursive: true });
  await rename(pass, path.join(run, folder));
  await changeRun(path.join(run, folder), { pass: "routes" });
  await changeRun(run, { passes: [{ kind: "routes", folder }] });
}

async function changeRun(folder: string, changes: object): Promise<void> {
  const file = path.join(folder, "run.json");
  const facts: unknown = JSON.parse(await readFile(file, "utf8"));
  await writeFile(file, JSON.stringify({ ...(facts as object), ...changes }));
}
