"use strict";

const { Application } = require("./framework/application");
const { Container } = require("./framework/container");
const { Log } = require("./framework/log");
const { Logger } = require("./framework/logger");
const {
  accessLog,
  errors,
  jsonHeaders,
  requestId,
} = require("./framework/middlewares");
const { Router } = require("./framework/router");
const { listBooks, showBook } = require("./handlers/books");
const { listLogs } = require("./handlers/logs");
const { Catalogue } = require("./services/catalogue");
const { Prices } = require("./services/prices");

const container = new Container()
  .register("log", () => new Log(200))
  .register("logger", (services) => new Logger(services.get("log")))
  .register("catalogue", (services) => new Catalogue(services.get("logger")))
  .register("prices", (services) => new Prices(services.get("logger")));

const logger = container.get("logger");

const router = new Router(logger)
  .get("/books", listBooks)
  .get("/books/:id", showBook)
  .get("/logs", listLogs);

const server = new Application(container, logger)
  .use(requestId)
  .use(accessLog(logger))
  .use(jsonHeaders)
  .use(errors(logger))
  .use(router.middleware())
  .listen(process.env.PORT ?? 3104, "127.0.0.1", () => {
    const { port } = server.address();
    console.log(`logging-framework listening on http://127.0.0.1:${port}`);
  });
