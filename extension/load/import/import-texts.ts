import * as vscode from "vscode";
import { planProblemText } from "../../../language-server/analysis/load/plan-problem-text.ts";
import type { CommonText } from "../../../language-server/texts/coded-text.ts";
import { UserError } from "../../user-error.ts";
import type { ImportFailure, ImportNote, Place } from "./imported.ts";

/** Why a file cannot be imported, and what to do. */
export function failureOf(failure: ImportFailure, file: string): UserError {
  const { t } = vscode.l10n;
  const many = (limit: number): string => limit.toLocaleString(vscode.env.language);
  switch (failure.code) {
    case "syntax":
      return new UserError(
        failure.line === undefined
          ? t("{0} has a syntax error: {1}.", file, failure.reason)
          : t("{0} has a syntax error on line {1}: {2}.", file, failure.line, failure.reason),
        t("Fix it and import it again."),
      );
    case "large-yaml":
      return new UserError(
        t("{0} has more than {1} MB of YAML.", file, failure.limit / (1024 * 1024)),
        t("Import a smaller file, or the same document as JSON."),
      );
    case "too-many-values":
      return new UserError(
        t("{0} stands for more than {1} values.", file, many(failure.limit)),
        t("Import a smaller file, or remove YAML aliases that contain each other."),
      );
    case "too-many-aliases":
      return new UserError(
        t("{0} has more than {1} YAML aliases.", file, many(failure.limit)),
        t("Import a smaller file, or one without aliases."),
      );
    case "too-deep":
      return new UserError(
        t("The values of {0} are nested more than {1} deep.", file, failure.limit),
        t("Check its YAML aliases: a part must not contain itself."),
      );
    case "out-of-memory":
      return new UserError(
        t("Reading {0} took more memory than an import may use.", file),
        t("Import a smaller file, or the same document as JSON."),
      );
    case "unknown-format":
      return new UserError(
        t("{0} is not a HAR file, an OpenAPI 3 document or a .http file.", file),
        t("Choose another file. A browser's network tools can export a HAR file."),
      );
    case "old-openapi":
      return new UserError(
        t("{0} is written in OpenAPI {1}; Heatline reads OpenAPI 3.", file, failure.version),
        t("Convert it to OpenAPI 3 and import it again."),
      );
  }
}

/** Of a text that the server's side says, too: passed in, as all of them would make this bundle five times as large. */
export type WordsOf = (text: CommonText) => string;

/** A full sentence, with its place in the file. */
export function noteText(note: ImportNote, wordsOf: WordsOf): string {
  const text = sentence(note, wordsOf);
  return note.at === undefined ? text : vscode.l10n.t("{0}: {1}", placeText(note.at), text);
}

function placeText(at: Place): string {
  if ("entry" in at) return vscode.l10n.t("Entry {0}", at.entry);
  return "line" in at ? vscode.l10n.t("Line {0}", at.line) : at.operation;
}

function sentence(note: ImportNote, wordsOf: WordsOf): string {
  const { t } = vscode.l10n;
  switch (note.code) {
    case "static":
      return t("Left out as static files, such as images, fonts, styles and scripts: {0}.", note.count);
    case "unanswered":
      return t("Left out because they have no response: {0}.", note.count);
    case "more-notes":
      return t("{0} further remarks are not listed.", note.count);
    case "large":
      return t("The request is larger than {0} characters.", note.limit.toLocaleString(vscode.env.language));
    case "ended":
      return t(
        "The rest of the file was not read: it goes beyond the limit of {0} for an import.",
        note.limit.toLocaleString(vscode.env.language),
      );
    case "bad-entry":
      return t("This is not a valid HAR entry.");
    case "no-body":
      return t("The request had a body, which the file does not hold.");
    case "binary-body":
      return t("The body is not text.");
    case "file-upload":
      return t("The body has a file, which HAR files leave out.");
    case "script":
      return t("A script prepares this request, and a load runs no scripts.");
    case "script-ignored":
      return t("The script for the response does not run; the request is in the list.");
    case "curl":
      return t("Paste a cURL command into the path field instead.");
    case "graphql":
      return t("This form of GraphQL request is not supported; give its JSON body.");
    case "mixed-body":
      return t("The body mixes text and a file.");
    case "file-variables":
      return t("Variables in a body file are not filled in; use “< file”.");
    case "address":
      return t("{0} is not an http or https address.", note.value);
    case "method":
      return t("A load cannot send the method {0}.", note.value);
    case "authorization":
      return t("{0} authorization is not supported.", note.value);
    case "bad-line":
      return t("“{0}” is not a header.", note.value);
    case "statement":
      return t("“{0}” is not supported; the rest of the file was read.", note.value);
    case "variable":
      return t("The variable {0} has no value in this file.", note.value);
    case "dynamic":
      return t("A load cannot fill in the variable {0}.", note.value);
    case "body-example":
      return note.value === ""
        ? t("The document has no example of the body.")
        : t("The document has no example of “{0}” in the body.", note.value);
    case "media-type":
      return t("The document has no example of a body that a load can send ({0}).", note.value);
    case "reference":
      return t("The reference {0} does not lead to a place in this document.", note.value);
    case "parameter":
      return t("The document has no example of the parameter “{0}” ({1}).", note.value, note.place);
    case "base-variable":
      return t("The variable {0} was taken for the app's address.", note.value);
    case "security":
      return t("The document asks for authorization ({0}). Add its header to the requests that need it.", note.value);
    case "refused":
      return wordsOf(planProblemText(note.problem));
  }
}
