"use strict";

const { bookView, pageView } = require("../views");

function listBooks(context) {
  const { container } = context;
  const author = context.url.searchParams.get("author");
  container.get("books logger").info("list books", { id: context.id, author });
  const books = container.get("catalogue").byAuthor(author);
  const prices = container.get("prices");
  context.body = pageView(books.map((book) => bookView(book, prices.of(book))));
}

function showBook(context) {
  const { container, params } = context;
  container
    .get("books logger")
    .info("show book", { id: context.id, ...params });
  const book = container.get("catalogue").byId(Number(params.id));
  if (!book) throw Object.assign(new Error("no such book"), { status: 404 });
  context.body = bookView(book, container.get("prices").of(book));
}

module.exports = { listBooks, showBook };
