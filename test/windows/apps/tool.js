// A load tool that tells what it was given, and then hangs when it is told to.
const { writeFileSync } = require("node:fs");
const args = process.argv.slice(2);
writeFileSync("given.json", JSON.stringify(args));
if (args[0] === "hang") setInterval(() => undefined, 1000);
