// Like cross-env: a node that starts the real one and waits for it. It ends without `process.exit`, during which V8's sampler may
// block a process for ever: under wine about one in twenty.
const { spawn } = require("node:child_process");
spawn("node", process.argv.slice(2), { stdio: "inherit" }).on("exit", (code) => (process.exitCode = code ?? 1));
