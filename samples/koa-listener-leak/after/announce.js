"use strict";

/** Emits "after" on the app with what was answered, for everyone who wants to look at finished requests. */
function announce() {
  return async function announceResult(ctx, next) {
    await next();
    ctx.app.emit("after", { url: ctx.url, status: ctx.status, body: ctx.body });
  };
}

module.exports = { announce };
