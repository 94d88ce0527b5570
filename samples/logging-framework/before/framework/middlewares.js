"use strict";

let lastRequestId = 0;

async function requestId(context, next) {
  context.id = String(++lastRequestId);
  context.headers["x-request-id"] = context.id;
  await next();
}

function accessLog(logger) {
  return async function logAccess(context, next) {
    logger.info("request", { id: context.id, path: context.url.pathname });
    await next();
    logger.info("response", { id: context.id, status: context.status });
  };
}

function errors(logger) {
  return async function answerError(context, next) {
    try {
      await next();
    } catch (error) {
      logger.error("failed", { id: context.id, reason: error.message });
      context.status = error.status ?? 500;
      context.body = { error: error.message };
    }
  };
}

async function jsonHeaders(context, next) {
  context.headers["content-type"] = "application/json";
  await next();
}

module.exports = { accessLog, errors, jsonHeaders, requestId };
