// Formats source text repeatedly until V8's tick log reaches the size in MB: node FLAGS this LOG MB PRETTIER SOURCE
const { readFileSync, statSync } = require("node:fs");

const [log, megabytes, prettier, source] = process.argv.slice(2);
const text = readFileSync(source, "utf8");
const { format } = require(prettier);

async function main() {
  while (statSync(log).size < Number(megabytes) * 1e6) await format(text, { parser: "babel" });
}

void main();
