import { connect, createServer } from "node:net";

/** Leads from a socket file to a port of the network that this process is in, until its standard input ends; prints a line when it does. */
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
