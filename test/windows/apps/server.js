// Works long enough for each answer to cost more than wine's sockets, on a busy machine too.
const http = require("node:http");

function burn() {
  let sum = 0;
  for (let i = 0; i < 4_000_000; i += 1) sum += Math.sqrt(i);
  return sum;
}

http.createServer((_request, response) => response.end(String([1, 2, 3].map(burn)))).listen(0, "127.0.0.1");
