// A server that does next to nothing; with arguments, its requests are marked as in a pass: the bundle, and a folder for it.
const { createServer } = require("node:http");

const [bundle, folder] = process.argv.slice(2);
// What it is sent here, its file of marks has room for.
if (bundle !== undefined) require(bundle).startPass(folder, folder);
const awaited = async (response) => {
  for (let count = 0; count < 10; count++) await Promise.resolve();
  response.end("hello");
};
const server = createServer((request, response) => (request.url === "/awaits" ? awaited(response) : response.end("hello")));
// It is suspended for longer.
server.keepAliveTimeout = 0;
server.listen(0, "127.0.0.1", () => console.log(server.address().port));
