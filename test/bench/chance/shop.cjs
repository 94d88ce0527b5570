"use strict";
// Every function's work is a number of rounds, so that an edit of one number is a change of known size.
const http = require("node:http");

const catalogue = Array.from({ length: 512 }, (_, index) => ({ id: index, name: `item ${index * 7919}`, price: (index * 37) % 501 }));

/** An edit of this number is the gain. */
function scoreItems(seed) {
  const rounds = 240;
  let score = seed | 0;
  for (let round = 0; round < rounds; round += 1) {
    for (let at = 0; at < catalogue.length; at += 1) score = (Math.imul(score, 31) + catalogue[at].price + round) | 0;
  }
  return score;
}

/** An edit of this number is the loss. */
function hashNames(seed) {
  const rounds = 60;
  let hash = seed | 0;
  for (let round = 0; round < rounds; round += 1) {
    for (let at = 0; at < 128; at += 1) {
      const { name } = catalogue[(at + round) % catalogue.length];
      for (let index = 0; index < name.length; index += 1) hash = (Math.imul(hash, 33) ^ name.charCodeAt(index)) | 0;
    }
  }
  return hash;
}

function sortPrices(seed) {
  const rounds = 3;
  let last = 0;
  for (let round = 0; round < rounds; round += 1) {
    const prices = catalogue.map(({ price }, index) => (price * 17 + index * (seed + round)) % 1009);
    last += prices.sort((a, b) => a - b)[10];
  }
  return last;
}

function countWords(seed) {
  const rounds = 6;
  let found = 0;
  for (let round = 0; round < rounds; round += 1) {
    const counts = new Map();
    for (let at = 0; at < 160; at += 1) {
      const key = (at * (seed + round + 1)) % 61;
      counts.set(key, (counts.get(key) ?? 0) + 1);
    }
    found += counts.size;
  }
  return found;
}

function renderRows(seed) {
  const rounds = 70;
  let page = "";
  for (let row = 0; row < rounds; row += 1) page += `<tr><td>${catalogue[(row + seed) % 512].name}</td><td>${row * seed}</td></tr>`;
  return page;
}

function smooth(seed) {
  const rounds = 12;
  const values = new Float64Array(512).fill(seed);
  for (let round = 0; round < rounds; round += 1) {
    for (let at = 1; at < values.length; at += 1) values[at] = values[at] * 0.5 + values[at - 1] * 0.49 + round;
  }
  return values[511];
}

let requests = 0;
const server = http.createServer((_request, response) => {
  const seed = (requests += 1) % 1000;
  const found = { score: scoreItems(seed), hash: hashNames(seed), price: sortPrices(seed), words: countWords(seed), smooth: smooth(seed) };
  response.setHeader("content-type", "text/html");
  response.end(`<p>${JSON.stringify(found)}</p><table>${renderRows(seed)}</table>`);
});
server.listen(Number(process.env.PORT ?? 0), "127.0.0.1");
