import { connect, createServer } from "node:net";

/** Forwards a socket file to a port in this process's network namespace until standard input ends; prints a line when ready. */
const [file = "", port = ""] = process.argv.slice(2);
createServer((client) => {
  const there = connect(Number(port), "127.0.0.1");
  client.pipe(there).pipe(client);
  client.on("error", () => there.destroy());
  there.on("error", () => client.destroy());
  there.on("close", () => client.destroy());
  client.on("close", () => there.destroy());
}).listen(file, () => console.log("forwarding"));
process.stdin.resume().on("end", () => process.exit());
