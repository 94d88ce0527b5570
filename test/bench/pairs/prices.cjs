"use strict";
// Every function's work is a number of rounds, so that an edit of one number is a change of known size. Numbers in typed arrays are compiled alike in every
// start: what two starts differ by is then mostly the machine.
const http = require("node:http");

const prices = Int32Array.from({ length: 512 }, (_, index) => (index * 7919) % 50_021);
const names = Uint8Array.from({ length: 1024 }, (_, index) => 97 + ((index * 31) % 26));
const weights = Float64Array.from({ length: 512 }, (_, index) => 1 / (index + 1));

function scorePrices(seed) {
  const rounds = 2000;
  let score = seed;
  for (let round = 0; round < rounds; round += 1) {
    for (let at = 0; at < prices.length; at += 1) score = (Math.imul(score, 31) + prices[at] + round) | 0;
  }
  return score;
}

/** An edit of this number is the loss. */
function hashNames(seed) {
  const rounds = 640;
  let hash = seed;
  for (let round = 0; round < rounds; round += 1) {
    for (let at = 0; at < names.length; at += 1) hash = (Math.imul(hash, 33) ^ names[at]) | 0;
  }
  return hash;
}

function smoothWeights(seed) {
  const rounds = 600;
  let last = seed;
  for (let round = 0; round < rounds; round += 1) {
    for (let at = 0; at < weights.length; at += 1) last = last * 0.5 + weights[at] * round;
  }
  return last;
}

function findPrice(seed) {
  const rounds = 960;
  let found = 0;
  for (let round = 0; round < rounds; round += 1) found += prices.indexOf((seed * round) % 50_021);
  return found;
}

function renderRows(seed) {
  const rounds = 480;
  let page = "";
  for (let row = 0; row < rounds; row += 1) page += `<tr><td>${prices[(row + seed) % 512]}</td><td>${row}</td></tr>`;
  return page;
}

let requests = 0;
const server = http.createServer((_request, response) => {
  const seed = (requests += 1) % 1000;
  const found = [scorePrices(seed), hashNames(seed), smoothWeights(seed), findPrice(seed)];
  response.setHeader("content-type", "text/html");
  response.end(`<p>${found.join()}</p><table>${renderRows(seed)}</table>`);
});
server.listen(Number(process.env.PORT ?? 0), "127.0.0.1");
