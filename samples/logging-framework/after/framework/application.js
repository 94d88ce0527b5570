"use strict";

const http = require("node:http");
const { ContextPool } = require("./context-pool");

/** An HTTP app: middlewares run in the order of `use`, each calling `next` for the rest. */
class Application {
  constructor(container, logger) {
    this.container = container;
    this.logger = logger;
    this.contexts = new ContextPool();
    this.middlewares = [];
  }

  use(middleware) {
    this.middlewares.push(middleware);
    return this;
  }

  listen(port, host, whenListening) {
    const server = http.createServer((request, response) =>
      this.answer(request, response).catch((error) => {
        console.error(error);
        response.writeHead(500).end();
      }),
    );
    return server.listen(port, host, whenListening);
  }

  async answer(request, response) {
    const context = this.contexts.take();
    context.request = request;
    context.url = new URL(request.url, "http://localhost");
    context.container = this.container;
    await this.run(context, 0);
    response.writeHead(context.status, context.headers);
    response.end(JSON.stringify(context.body));
    this.contexts.giveBack(context);
  }

  run(context, index) {
    if (index === this.middlewares.length) return Promise.resolve();
    const middleware = this.middlewares[index];
    this.logger.debug("middleware", { id: context.id, name: middleware.name });
    return middleware(context, () => this.run(context, index + 1));
  }
}

module.exports = { Application };
