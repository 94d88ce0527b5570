#!/usr/bin/env bash
# workerd 1.20261117.1 and ws 8.23.0 (npm), Node.js 20, Linux x64; seen 2026-11-28.
# Guess before: workerd's inspector is V8's, so half a second in which a worker has nothing to do is (idle) in its CPU profile, as
# the same half second is in Node.js.
# Seen: in workerd nothing is sampled while no request is being handled: the half second is one delta between two samples, of which
# the earlier is the worker's own function (or a lone (program)), and (idle) has two samples at most, where Node.js has some five
# hundred. DevTools, and every reader that gives a sample the time until the next one, charges the pause to what ran last.
# Exits non-zero if that changes.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm init -y >/dev/null
npm install --no-audit --no-fund workerd@1.20261117.1 ws@8.23.0 >/dev/null 2>&1
cat >work.js <<'JS'
function work(n) {
  let x = 7;
  for (let i = 0; i < n; i++) x = (x * 31 + i) | 0;
  return x;
}
JS
{ cat work.js; echo 'export default { async fetch() { return new Response(String(work(100000000))); } };'; } >worker.js
{ cat work.js; echo 'require("http").createServer((_, r) => r.end(String(work(100000000)))).listen(Number(process.argv[2]), "127.0.0.1");'; } >server.cjs
cat >record.mjs <<'JS'
import { spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
import { createServer } from "node:net";
import WebSocket from "ws";
const freePort = () => new Promise((resolve) => { const s = createServer().listen(0, "127.0.0.1", () => { const { port } = s.address(); s.close(() => resolve(port)); }); });
async function retried(what) {
  for (let left = 300; ; left--) try { return await what(); } catch (error) { if (left === 0) throw error; await new Promise((r) => setTimeout(r, 100)); }
}
async function profileOf(command, args, port, inspector) {
  const child = spawn(command, args, { stdio: "ignore" });
  try {
    const [{ webSocketDebuggerUrl }] = await retried(async () => (await fetch(`http://127.0.0.1:${inspector}/json`)).json());
    const get = async () => (await fetch(`http://127.0.0.1:${port}/`)).text();
    await retried(get);
    const socket = new WebSocket(webSocketDebuggerUrl, { perMessageDeflate: false });
    await new Promise((resolve, reject) => socket.once("open", resolve).once("error", reject));
    const waiting = new Map();
    socket.on("message", (data) => { const { id, result } = JSON.parse(data); waiting.get(id)?.(result); });
    let last = 0;
    const send = (method, params) => new Promise((resolve) => { waiting.set(++last, resolve); socket.send(JSON.stringify({ id: last, method, params })); });
    await send("Profiler.enable");
    await send("Profiler.start");
    await get();
    await new Promise((r) => setTimeout(r, 500));
    await get();
    const { profile } = await send("Profiler.stop");
    socket.close();
    return profile;
  } finally { child.kill("SIGKILL"); }
}
function pauseIn({ nodes, samples, timeDeltas }) {
  const names = new Map(nodes.map(({ id, callFrame }) => [id, callFrame.functionName]));
  const idle = samples.filter((id) => names.get(id) === "(idle)").length;
  const longest = timeDeltas.reduce((best, delta, at) => (at > 0 && delta > timeDeltas[best] ? at : best), 1);
  return { idle, samples: samples.length, longestDeltaMs: Math.round(timeDeltas[longest] / 1000), after: names.get(samples[longest - 1]) };
}
const [port, inspector, other, otherInspector] = [await freePort(), await freePort(), await freePort(), await freePort()];
writeFileSync("config.capnp", `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (services = [(name = "main", worker = .w)], sockets = [(name = "http", address = "127.0.0.1:${port}", http = (), service = "main")]);
const w :Workerd.Worker = (modules = [(name = "worker.js", esModule = embed "worker.js")], compatibilityDate = "2026-01-01");`);
const workerd = pauseIn(await profileOf("node_modules/workerd/bin/workerd", ["serve", `-i127.0.0.1:${inspector}`, "config.capnp"], port, inspector));
const node = pauseIn(await profileOf(process.execPath, [`--inspect=127.0.0.1:${otherInspector}`, "server.cjs", String(other)], other, otherInspector));
console.log("a pause of 500 ms between two requests, in workerd:", workerd, "in Node.js:", node);
process.exit(workerd.idle <= 5 && workerd.longestDeltaMs >= 450 && node.idle > 100 ? 0 : 1);
JS
node record.mjs
