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
  .register("books logger", (services) => loggerOf(services, "books"))
  .register(
    "catalogue",
    (services) => new Catalogue(loggerOf(services, "catalogue")),
  )
  .register("prices", (services) => new Prices(loggerOf(services, "prices")));

const logger = loggerOf(container, "middlewares");

const router = new Router(loggerOf(container, "router"))
  .get("/books", listBooks)
  .get("/books/:id", showBook)
  .get("/logs", listLogs);

const server = new Application(container, loggerOf(container, "application"))
  .use(requestId)
  .use(accessLog(logger))
  .use(jsonHeaders)
  .use(errors(logger))
  .use(router.middleware())
  .listen(process.env.PORT ?? 3104, "127.0.0.1", () => {
    const { port } = server.address();
    console.log(`logging-framework listening on http://127.0.0.1:${port}`);
  });

function loggerOf(services, source) {
  return new Logger(services.get("log"), source);
}
