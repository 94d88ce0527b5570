"use strict";

const zlib = require("node:zlib");

const options = { level: zlib.constants.Z_BEST_SPEED };

/** Sends JSON bodies gzipped to clients that accept it. */
function compress() {
  return async function compressBody(ctx, next) {
    await next();
    ctx.vary("Accept-Encoding");
    if (!ctx.body || !ctx.acceptsEncodings("gzip")) return;
    const json = JSON.stringify(ctx.body);
    ctx.set("Content-Encoding", "gzip");
    ctx.body = zlib.gzipSync(json, options);
    ctx.type = "json";
  };
}

module.exports = { compress };
