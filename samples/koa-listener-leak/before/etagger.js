"use strict";

const crypto = require("node:crypto");

/** Answers repeated requests with the ETag of the last body seen for their URL. */
function etagger() {
  const cache = new Map();
  let afterEventAttached = false;

  function attachAfterEvent(app) {
    if (attachAfterEvent === true) return;
    afterEventAttached = true;
    app.on("after", function rememberEtag(result) {
      if (result.status !== 200) return;
      const key = crypto
        .createHash("sha512")
        .update(result.url)
        .digest()
        .toString("hex");
      const etag = crypto
        .createHash("sha512")
        .update(JSON.stringify(result.body))
        .digest()
        .toString("hex");
      if (cache.get(key) !== etag) cache.set(key, etag);
    });
  }

  return async function setEtag(ctx, next) {
    attachAfterEvent(ctx.app);
    const key = crypto
      .createHash("sha512")
      .update(ctx.url)
      .digest()
      .toString("hex");
    if (cache.has(key)) ctx.etag = cache.get(key);
    ctx.set("Cache-Control", "public, max-age=120");
    await next();
  };
}

module.exports = { etagger };
