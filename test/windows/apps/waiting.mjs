// One route waits, the other works.
import http from "node:http";
import { setTimeout as pause } from "node:timers/promises";

function burn() {
  let sum = 0;
  for (let i = 0; i < 8_000_000; i += 1) sum += Math.sqrt(i);
  return sum;
}

async function answer(url) {
  if (url === "/report") return burn();
  await pause(40);
  return 0;
}

http.createServer(async ({ url }, response) => response.end(String(await answer(url)))).listen(0, "127.0.0.1");
