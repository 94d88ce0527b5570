"use strict";

/** What a book costs: old ones are collectors' items. */
class Prices {
  constructor(logger) {
    this.logger = logger;
  }

  of(book) {
    const cents = 899 + Math.max(0, 1980 - book.year) * 45;
    this.logger.debug("price", { id: book.id, cents });
    return cents;
  }
}

module.exports = { Prices };
