// What cross-env and the like do: a node that starts the real one and waits for it.
const { spawn } = require("node:child_process");
spawn("node", process.argv.slice(2), { stdio: "inherit" }).on("exit", (code) => process.exit(code ?? 1));
