"use strict";

/** Builds each service once, when it is first asked for. */
class Container {
  constructor() {
    this.factories = {};
    this.instances = {};
  }

  register(name, factory) {
    this.factories[name] = factory;
    return this;
  }

  get(name) {
    if (!(name in this.instances)) {
      if (!(name in this.factories)) throw new Error(`no service ${name}`);
      this.instances[name] = this.factories[name](this);
    }
    return this.instances[name];
  }
}

module.exports = { Container };
