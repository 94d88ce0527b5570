// Prints the CPU time, in ms, that a process uses to load the given modules, with what VS Code's extension host has loaded before: Node's own modules, and
// a stand-in for `vscode` with as many names.
const { readFileSync } = require("node:fs");
const Module = require("node:module");

for (const name of Module.builtinModules) if (!/^_|^(?:sys|punycode|test|sqlite|sea)\b/.test(name)) require(`node:${name}`);

const declared = readFileSync(require.resolve("@types/vscode/index.d.ts"), "utf8");
const names = [...declared.matchAll(/^\texport (?:abstract )?(?:class|enum|namespace|const) (\w+)/gm)].map(([, name]) => name);
const anything = new Proxy(EventTarget, {
  get: (target, key) => (key === "prototype" ? target.prototype : anything),
  apply: () => anything,
});
const vscode = Object.fromEntries(names.map((name) => [name, anything]));
const load = Module._load;
Module._load = (request, ...rest) => (request === "vscode" ? vscode : load(request, ...rest));

const before = process.cpuUsage();
for (const file of process.argv.slice(2)) require(file);
const { user, system } = process.cpuUsage(before);
process.stdout.write(String((user + system) / 1000));
process.exit();
