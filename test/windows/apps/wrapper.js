// What cross-env and the like do: a node that starts the real one and waits for it. It ends without `process.exit`, in which V8's sampler may
// keep a process for ever, under wine one of some twenty.
const { spawn } = require("node:child_process");
spawn("node", process.argv.slice(2), { stdio: "inherit" }).on("exit", (code) => (process.exitCode = code ?? 1));
