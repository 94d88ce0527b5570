"use strict";

/** Finds the handler of a path; `:name` parts become params. */
class Router {
  constructor(logger) {
    this.logger = logger;
    this.routes = {};
  }

  get(path, handler) {
    this.routes[path] = handler;
    return this;
  }

  middleware() {
    const route = async (context) => {
      const handler = this.match(context);
      if (!handler) {
        const error = new Error(`no route ${context.url.pathname}`);
        throw Object.assign(error, { status: 404 });
      }
      await handler(context);
    };
    return route;
  }

  match(context) {
    const parts = context.url.pathname.split("/");
    for (const path in this.routes) {
      const params = paramsOf(path.split("/"), parts);
      if (!params) continue;
      this.logger.debug("route", { path });
      context.params = params;
      return this.routes[path];
    }
    return undefined;
  }
}

function paramsOf(pattern, parts) {
  if (pattern.length !== parts.length) return undefined;
  const params = {};
  for (let i = 0; i < pattern.length; i++) {
    if (pattern[i].startsWith(":")) params[pattern[i].slice(1)] = parts[i];
    else if (pattern[i] !== parts[i]) return undefined;
  }
  return params;
}

module.exports = { Router };
