"use strict";

const crypto = require("node:crypto");
const Koa = require("koa");
const { announce } = require("./announce");
const { compress } = require("./compress");
const { etagger } = require("./etagger");

const content = crypto.randomBytes(5000).toString("hex");

const app = new Koa();
// Several middlewares may subscribe to "after": the default limit of ten only prints warnings.
app.setMaxListeners(0);

app.use(health());
app.use(compress());
app.use(announce());
app.use(etagger());
app.use(test);

const server = app.listen(process.env.PORT ?? 3101, "127.0.0.1", () => {
  console.log(
    `koa-listener-leak listening on http://127.0.0.1:${server.address().port}`,
  );
});

function health() {
  return async function answerHealth(ctx, next) {
    if (ctx.path !== "/health") await next();
    else
      ctx.body = { ok: true, afterListeners: ctx.app.listenerCount("after") };
  };
}

function test(ctx) {
  if (ctx.path !== "/test") return;
  ctx.body = { content };
}
