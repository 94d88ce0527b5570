import { requestProblems, headerName } from "../../../language-server/analysis/load/load-problems.ts";
import { toolAbilities } from "../../../language-server/analysis/load/load-tools.ts";
import { type LoadRequest, type LoadTool, weightOf } from "../../../language-server/analysis/load/load.ts";
import { dropdown } from "../../controls/choices.ts";
import { textArea, textField } from "../../controls/text-fields.ts";
import { element } from "../../element.ts";
import { curlRequest, isCurl } from "../../../language-server/analysis/load/curl/curl.ts";
import { browserWeb, curlProblemText, filledText } from "../curl/curl-text.ts";
import { toNumber } from "./number-fields.ts";
import { problemText } from "../problems.ts";
import type { Translate } from "../../texts.ts";

type Headers = Readonly<Record<string, string>>;

/** One `name: value` per line, as the form shows headers. */
function headersToText(headers: Headers): string {
  return Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}`)
    .join("\n");
}

/** Parses such lines; `badLine` is the first (1-based) that is not a header. The last of several values for a name wins. */
function headersFromText(text: string): { readonly headers: Headers; readonly badLine: number | undefined } {
  const headers: Record<string, string> = {};
  let badLine: number | undefined;
  text.split("\n").forEach((line, row) => {
    if (line.trim() === "") return;
    const colon = line.indexOf(":");
    const name = line.slice(0, colon).trim();
    if (colon > 0 && headerName.test(name)) headers[name] = line.slice(colon + 1).trim();
    else badLine ??= row + 1;
  });
  return { headers, badLine };
}

const methods = ["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS"];

export const anyRequest: LoadRequest = { method: "GET", path: "/", headers: {}, body: "" };

export type RequestFields = ReturnType<typeof requestFields>;

/** The fields of one request. */
export function requestFields(
  t: Translate,
  request: LoadRequest,
  tool: () => LoadTool,
  edited: () => void,
  parameterIn: (path: string) => string | undefined = () => undefined,
  address: () => string = () => "",
) {
  let whole = true;
  const method = dropdown(
    t("Method"),
    methods.map((value) => ({ value, text: value })),
    request.method.toUpperCase(),
    () => {
      showProblems();
      edited();
    },
  );
  const path = textField({
    label: t("Path"),
    value: request.path,
    placeholder: "/",
    onInput() {
      showNote("");
      edited();
    },
    onPaste(pasted) {
      if (isCurl(pasted)) fillFrom(pasted);
      return isCurl(pasted);
    },
    onChange() {
      path.value = withSlash(path.value.trim());
      showProblems();
      edited();
    },
  });
  const headers = textArea({
    label: t("Headers, one “name: value” per line"),
    value: headersToText(request.headers),
    placeholder: "content-type: application/json",
    onInput: edited,
    onChange: showProblems,
  });
  const body = textArea({ label: t("Body"), value: request.body, onInput: edited, onChange: showProblems });
  const bodyFile = textField({
    label: t("File to send instead"),
    value: request.bodyFile ?? "",
    placeholder: "bodies/order.json",
    onInput: edited,
    onChange: showProblems,
  });
  const weight = textField({
    label: t("Weight"),
    value: String(weightOf(request)),
    onInput: edited,
    onChange: showProblems,
  });
  weight.element.classList.add("weight");
  const parts = [headers.element, body.element, bodyFile.element];
  const details = element("details", { class: "part" }, element("summary", {}, t("Headers and body")), ...parts);
  details.open = headers.value !== "" || request.body !== "" || bodyFile.value !== "";
  const row = element("div", { class: "method-and-path" }, method.element, path.element);
  const note = element("p", { class: "help", role: "status", hidden: "" });

  function showNote(said: string): void {
    note.textContent = said;
    note.hidden = said === "";
  }

  function fillFrom(command: string): void {
    const found = curlRequest(command, browserWeb);
    showNote("");
    if ("code" in found) return path.setProblem(curlProblemText(found, t));
    const { request: asked } = found;
    if (!methods.includes(asked.method))
      return path.setProblem(t("A load cannot do what {0} asks for, so nothing was filled in.", `--request ${asked.method}`));
    method.value = asked.method;
    path.value = asked.path;
    headers.value = headersToText(asked.headers);
    body.value = asked.body;
    bodyFile.value = asked.bodyFile ?? "";
    details.open ||= headers.value !== "" || body.value !== "" || bodyFile.value !== "";
    showProblems();
    showNote(filledText(found, address(), t));
    edited();
  }

  function read(): LoadRequest {
    const at = withSlash(path.value.trim());
    if (!whole) return { ...anyRequest, path: at };
    const file = bodyFile.value.trim();
    return {
      method: method.value,
      path: at,
      headers: headersFromText(headers.value).headers,
      body: body.value,
      ...(file === "" ? {} : { bodyFile: file }),
      ...(weight.element.hidden || toNumber(weight.value) === 1 ? {} : { weight: toNumber(weight.value) }),
    };
  }

  function problems() {
    const now = read();
    const found = requestProblems(now);
    const of = (...codes: readonly string[]): string | undefined =>
      problemText(
        found.find(({ code }) => codes.includes(code)),
        t,
      );
    const allowed = toolAbilities[tool()].bodyMethods;
    const hasBody = now.body !== "" || now.bodyFile !== undefined;
    const wrongMethod = hasBody && allowed !== undefined && !allowed.includes(now.method);
    const ofBody = of("no-body") ?? (wrongMethod ? t("{0} sends a body only with {1}.", tool(), allowed.join(", ")) : undefined);
    const { badLine } = headersFromText(headers.value);
    const parameter = parameterIn(now.path);
    const missing = parameter === undefined ? undefined : t("Replace {0} with a value that exists.", parameter);
    return {
      path: of("bad-path") ?? missing,
      headers: whole && badLine !== undefined ? t("Line {0} is not “name: value”.", badLine) : undefined,
      body: now.body === "" ? undefined : ofBody,
      weight: of("bad-weight"),
      bodyFile: of("body-twice") ?? (now.bodyFile === undefined || now.body !== "" ? undefined : ofBody),
    };
  }

  function showProblems(): ReturnType<typeof problems> {
    const found = problems();
    path.setProblem(found.path);
    headers.setProblem(found.headers);
    body.setProblem(found.body);
    bodyFile.setProblem(found.bodyFile);
    weight.setProblem(found.weight);
    return found;
  }

  return {
    /** Method and path. */
    line: element("div", { class: "fields" }, row, note),
    /** Headers and body, collapsed while empty. */
    rest: details,
    /** Hidden where there is nothing to weigh it against; then the request has none. */
    weight: weight.element,
    read,
    headersAreFine: () => problems().headers === undefined,
    focusPath: (): void => path.focus(),
    focusMethod: (): void => method.element.querySelector<HTMLElement>(".control-input")?.focus(),
    /** Fills in method and path, and selects the path's parameter, if any. */
    fill(chosen: Pick<LoadRequest, "method" | "path">): void {
      if (whole) method.value = chosen.method;
      path.value = chosen.path;
      path.setProblem(undefined);
      showNote("");
      edited();
      const parameter = parameterIn(chosen.path);
      if (parameter !== undefined) path.select(chosen.path.indexOf(parameter), chosen.path.indexOf(parameter) + parameter.length);
    },
    /** If false, only the path is shown and read. */
    showWhole(shown: boolean): void {
      whole = shown;
      method.element.hidden = !shown;
      details.hidden = !shown;
      row.classList.toggle("path-only", !shown);
      showProblems();
    },
    /** Marks problems; returns a function that focuses the first such field. */
    check(): (() => void) | undefined {
      const found = showProblems();
      if (found.path !== undefined) return () => path.focus();
      if (found.weight !== undefined) return () => weight.focus();
      const wrong = [found.headers && headers, found.body && body, found.bodyFile && bodyFile].find((each) => typeof each === "object");
      if (wrong === undefined) return undefined;
      return () => {
        details.open = true;
        wrong.focus();
      };
    },
  };
}

function withSlash(path: string): string {
  return path === "" || (!path.startsWith("/") && !/^[a-z]+:\/\//i.test(path)) ? `/${path}` : path;
}
