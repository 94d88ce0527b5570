// Records the runs of `runs.json.gz` again: `node test/bench/chance/record-runs.mjs FOLDER`, after `npm run build`. Takes nine minutes, and Node 24
// for the modules in TypeScript that reduce them.
import { spawn, spawnSync } from "node:child_process";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";

const here = import.meta.dirname;
const command = path.join(here, "..", "..", "..", "out", "heatline.js");
const seconds = 15;
const rounds = 6;

/** 25 % less CPU per request; 30 % more in one function. */
const edits = {
  equal: (text) => text,
  faster: (text) => text.replace("const rounds = 240;", "const rounds = 42;"),
  slower: (text) => text.replace("const rounds = 60;", "const rounds = 78;"),
};
/** In turns, so that the machine's moods fall on all kinds alike. */
const order = ["equal", "faster", "equal", "slower"];

const folder = path.resolve(process.argv[2] ?? "chance-runs");
const app = path.join(folder, "app");
await mkdir(app, { recursive: true });
const source = await readFile(path.join(here, "shop.cjs"), "utf8");

// Only an administrator may take precedence over whatever else runs on the machine; the busy process has none. Not by a real-time policy: V8's
// sampling thread would wait for the thread that it samples.
const asFirst = os.platform() === "linux" && process.getuid?.() === 0 ? ["nice", "-n", "-15"] : [];

// The other core is busy, for no longer than all this takes.
const limitMs = rounds * order.length * (seconds + 30) * 1000;
const others = spawn(
  process.execPath,
  ["-e", `const end = Date.now() + ${limitMs}; while (Date.now() < end && process.ppid === ${process.pid});`],
  { stdio: "ignore" },
);
try {
  for (let round = 0; round < rounds; round += 1) {
    for (const [index, kind] of order.entries()) {
      const text = edits[kind](source);
      if (kind !== "equal" && text === source) throw new Error(`nothing to edit for ${kind}`);
      await writeFile(path.join(app, "shop.cjs"), text);
      const out = path.join(folder, "runs", `${String(round * order.length + index).padStart(2, "0")}-${kind}`);
      const record = [
        "record",
        "--load",
        "/",
        "--duration",
        String(seconds),
        "--warmup",
        "3",
        "--out",
        out,
        "--",
        "node",
        path.join(app, "shop.cjs"),
      ];
      const [program = "", ...args] = [...asFirst, process.execPath, command, ...record];
      const { status } = spawnSync(program, args, { cwd: app, stdio: ["ignore", "ignore", "inherit"] });
      if (status !== 0) throw new Error(`run ${out} ended with ${status}`);
      console.log(out);
    }
  }
} finally {
  others.kill();
}
await (await import("./store-runs.ts")).storeRuns(path.join(folder, "runs"));
