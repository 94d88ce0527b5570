import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { blurImage } from "./blur.js";

const picture = await readFile(new URL("../picture.png", import.meta.url));

const server = createServer((request, response) => {
  answer(request, response).catch((error) => {
    console.error(error);
    response.writeHead(500).end();
  });
});

server.listen(process.env.PORT ?? 3103, "127.0.0.1", () => {
  console.log(
    `image-blur listening on http://127.0.0.1:${server.address().port}`,
  );
});

async function answer(request, response) {
  const url = new URL(request.url, "http://localhost");
  const sigma = Number(url.searchParams.get("sigma") ?? 2.5);
  if (url.pathname === "/picture") {
    sendPng(response, picture);
  } else if (url.pathname !== "/blur") {
    response.writeHead(404).end();
  } else if (!(sigma >= 0.3 && sigma <= 10)) {
    response.writeHead(400).end("sigma must be between 0.3 and 10\n");
  } else {
    sendPng(response, await blurImage(picture, sigma));
  }
}

function sendPng(response, png) {
  response.writeHead(200, {
    "content-type": "image/png",
    "content-length": png.length,
  });
  response.end(png);
}
