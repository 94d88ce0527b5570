// A load tool that writes its arguments to a file, and then hangs if its argument is `hang`.
const { writeFileSync } = require("node:fs");
const args = process.argv.slice(2);
writeFileSync("given.json", JSON.stringify(args));
if (args[0] === "hang") setInterval(() => undefined, 1000);
