import { commandProblem } from "../../language-server/analysis/load/load-command.ts";
import { secretArgument } from "../../language-server/analysis/load/secret-arguments.ts";
import { addressProblem, planProblems } from "../../language-server/analysis/load/load-problems.ts";
import type { LoadPlan, LoadRequest, LoadTool } from "../../language-server/analysis/load/load.ts";
import { dropdown } from "../controls/choices.ts";
import { oneLineField, textArea, textField } from "../controls/text-fields.ts";
import { element, smallPrint } from "../element.ts";
import type { ImportedRequests, RequestProposal } from "./incoming.ts";
import { type MoreMemory, moreSection, planText } from "./more-section.ts";
import { numberFields } from "./fields/number-fields.ts";
import { portOf, shortOrigin } from "./fields/origins.ts";
import { planLine } from "./plan-line.ts";
import { problemText } from "./problems.ts";
import { anyRequest, requestFields } from "./fields/request-fields.ts";
import { requestList } from "./fields/request-list.ts";
import { requestProposals } from "./request-proposals.ts";
import type { ChosenRequest } from "./screen-context.ts";
import { sessionFields } from "./fields/session-fields.ts";
import { secretNotice } from "./fields/secret-notice.ts";
import type { Translate } from "../texts.ts";
import { toolChoices, toolHelp, toolName, toolNamed, toolParts } from "./tool-parts.ts";
import { button } from "../controls/button.ts";

export type PlanForm = ReturnType<typeof planForm>;

interface Surroundings {
  readonly origins: readonly string[];
  readonly foundTools: readonly LoadTool[];
  readonly more: MoreMemory;
  /** Placed at the end of *More*. */
  readonly lastInMore: HTMLElement;
  readonly imported: ImportedRequests | undefined;
}

interface Handlers {
  /** Called after every edit that leaves the plan valid. */
  readonly edited: (plan: LoadPlan) => void;
  readonly toolChanged: (tool: LoadTool) => void;
  /** Called at Enter in a one-line field. */
  readonly submitted: () => void;
  /** Called when a proposal filled the form and nothing is left to enter. */
  readonly filled: () => void;
  readonly importWanted: () => void;
}

/**
 * The fields of a plan: address, path and a summary line; everything else is in *More*. Fields that the tool does not use are hidden: they
 * keep their values, but the plan omits them.
 */
export function planForm(
  t: Translate,
  plan: LoadPlan,
  { origins, foundTools, more: memory, lastInMore, imported }: Surroundings,
  handlers: Handlers,
) {
  let known = planText(plan);
  let next: LoadPlan | undefined;
  const line = element("p", { class: "plan-line" });
  const edited = (): void => {
    const now = read();
    next = undefined;
    line.textContent = planLine(now, t);
    secret.show(secretArgument(now));
    if (!headersAreFine() || planProblems(now).length > 0 || planText(now) === known) return;
    known = planText(now);
    handlers.edited(now);
  };
  const currentTool = (): LoadTool => toolNamed(tool.value);
  const parts = (): ReturnType<typeof toolParts> => toolParts(currentTool(), command.value);
  const tool = dropdown(t("Load"), toolChoices(t, plan.tool, foundTools), plan.tool, changeTool);
  const takeTool = (other: LoadTool): void => {
    tool.value = other;
    changeTool();
  };
  const secret = secretNotice(t, takeTool);
  const help = smallPrint("");
  const command = textArea({
    label: t("Command line"),
    value: plan.command ?? "",
    placeholder: "wrk -d10s ${url}",
    onInput: () => {
      if (wrongCommand() === undefined) command.setProblem(undefined);
      showParts();
      edited();
    },
    onChange: () => command.setProblem(wrongCommand()),
  });
  const baseUrl = textField({
    label: t("Address"),
    value: plan.baseUrl,
    placeholder: "http://127.0.0.1:3000",
    onInput: () => {
      if (wrongUrl() === undefined) baseUrl.setProblem(undefined);
      edited();
    },
    onChange: () => baseUrl.setProblem(wrongUrl()),
  });
  const parameterIn = (path: string): string | undefined => proposals.parameterIn(path) ?? askedIn(path, imported);
  const choose = (request: ChosenRequest): void => {
    if (request.baseUrl !== undefined) baseUrl.value = request.baseUrl;
    if (request.tool !== undefined) takeTool(request.tool);
    first.fill(request);
    if (proposals.parameterIn(request.path) === undefined) handlers.filled();
  };
  const proposals = requestProposals(t, choose);
  const first = requestFields(t, plan.requests[0] ?? anyRequest, currentTool, edited, parameterIn, address);
  const imports = importSection(t, imported, handlers.importWanted);
  const numbers = numberFields(t, plan, currentTool, edited);
  const more = requestList(t, {
    title: t("More requests"),
    help: t("Mixed with the first request, each as often as its weight says."),
    firstNumber: 2,
    requests: plan.requests.slice(1),
    tool: currentTool,
    edited,
    parameterIn,
    weight: { ofFirst: first.weight },
  });
  const setup = requestList(t, {
    title: t("Setup requests"),
    help: t("Sent once, in order, before the warm-up, for example to sign in or create data."),
    firstNumber: 1,
    requests: plan.setup,
    hasNames: true,
    // We send the set-up requests ourselves, with any tool.
    tool: () => "autocannon",
    edited,
    parameterIn: () => undefined,
  });
  const sessions = sessionFields(t, plan, currentTool, edited);
  setup.element.append(sessions.element);
  const target = element("div", { class: "fields" }, ...portField(), baseUrl.element, first.line);
  const rest = [numbers.element, first.rest, more.element, setup.element, lastInMore];
  const form = element(
    "div",
    { class: "fields" },
    command.element,
    target,
    line,
    secret.element,
    proposals.element,
    imports,
    moreSection(t("More"), [element("div", { class: "tool" }, tool.element, help), ...rest], memory),
  );
  form.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && (event.target as Element).matches(oneLineField)) handlers.submitted();
  });
  const showNext = (): void => {
    const [request] = next?.requests ?? [];
    if (next === undefined || request === undefined || target.matches(":focus-within")) return;
    known = planText(next);
    first.fill(request);
  };
  // The focus has left only after this event.
  target.addEventListener("focusout", () => queueMicrotask(showNext));
  proposals.show([]);
  showTool();

  function portField(): HTMLElement[] {
    if (origins.length < 2) return [];
    const isShown = (origin: string): boolean => origin === plan.baseUrl || (portOf(origin) ?? 0) === portOf(plan.baseUrl);
    const shown = origins.find(isShown) ?? "";
    const choices = origins.map((origin) => ({ value: origin, text: shortOrigin(origin) }));
    const port = dropdown(t("Port"), choices, shown, () => {
      baseUrl.value = port.value;
      baseUrl.setProblem(undefined);
      edited();
    });
    return [port.element];
  }

  function changeTool(): void {
    showTool();
    edited();
    handlers.toolChanged(currentTool());
  }

  function showTool(): void {
    const listed = 1 + more.read().length;
    const leavesOut = listed > 1 && parts().target && !parts().moreRequests;
    const said = [
      toolHelp(currentTool(), t),
      leavesOut ? t("{0} sends the first request only; the list has {1}.", toolName(currentTool(), t), listed) : "",
    ];
    help.textContent = said.filter((each) => each !== "").join(" ");
    help.hidden = help.textContent === "";
    showParts();
  }

  function showParts(): void {
    const shown = parts();
    command.element.hidden = !shown.command;
    target.hidden = !shown.target;
    proposals.element.classList.toggle("unused", !shown.target);
    imports.hidden = !shown.target;
    first.showWhole(shown.wholeRequest);
    more.element.hidden = !shown.moreRequests;
    setup.element.hidden = !shown.setup;
    sessions.showTool();
    numbers.element.hidden = shown.numbers.length === 0;
    numbers.show(shown.numbers);
    line.textContent = planLine(read(), t);
    secret.show(secretArgument(read()));
  }

  function address(): string {
    return baseUrl.value.trim().replace(/\/$/, "");
  }

  function wrongUrl(): string | undefined {
    return problemText(addressProblem(address(), currentTool()), t);
  }

  function wrongCommand(): string | undefined {
    return problemText(commandProblem(command.value), t);
  }

  function read(): LoadPlan {
    const shown = parts();
    return {
      tool: currentTool(),
      ...(shown.command ? { command: command.value.trim() } : {}),
      baseUrl: address(),
      requests: shown.moreRequests ? [first.read(), ...more.read()] : [alone(first.read())],
      setup: setup.read(),
      ...sessions.read(),
      ...numbers.read(),
    };
  }

  function headersAreFine(): boolean {
    return first.headersAreFine() && (!parts().moreRequests || more.headersAreFine()) && setup.headersAreFine();
  }

  return {
    element: form,
    get tool(): LoadTool {
      return currentTool();
    },
    focusPath: () => first.focusPath(),
    /** Fills in a request; its parameter is selected, or `filled` called. */
    choose,
    /** Shows the first request of a plan that has changed in nothing else. Waits while the request is in use, and is dropped at its next edit. */
    follow(changed: LoadPlan): void {
      next = changed;
      showNext();
    },
    propose: (all: readonly RequestProposal[]): void => proposals.show(all),
    /** Marks every problem and focuses the first; returns the plan if there is none. */
    submit(): LoadPlan | undefined {
      if (currentTool() === "manual") return read();
      const shown = parts();
      const badCommand = shown.command ? wrongCommand() : undefined;
      const badUrl = wrongUrl();
      command.setProblem(badCommand);
      baseUrl.setProblem(badUrl);
      const checks = [
        badCommand === undefined ? undefined : () => command.focus(),
        badUrl === undefined ? undefined : () => baseUrl.focus(),
        first.check(),
        numbers.check(),
        shown.moreRequests ? more.check() : undefined,
        setup.check(),
        secretArgument(read()) === undefined ? undefined : () => secret.focus(),
      ];
      const focus = checks.find((each) => each !== undefined);
      if (focus === undefined) return read();
      for (const section of form.querySelectorAll("details")) if (section.querySelector(".invalid") !== null) section.open = true;
      focus();
      return undefined;
    },
  };
}

/** A weight needs others to be weighed against. */
function alone({ weight: _weight, ...request }: LoadRequest): LoadRequest {
  return request;
}

/** *Import…*, and what the last import brought and did not bring. */
function importSection(t: Translate, imported: ImportedRequests | undefined, wanted: () => void): HTMLElement {
  const start = button({ label: t("Import…"), look: "secondary", icon: "import", onClick: wanted });
  start.title = t("Requests of a HAR file, an OpenAPI 3 document or a .http file");
  return element("div", { class: "imports" }, ...(imported === undefined ? [] : resultParts(t, imported)), start);
}

function resultParts(t: Translate, { summary, leftOut }: ImportedRequests): readonly HTMLElement[] {
  const said = element("p", { class: "help", role: "status" }, summary);
  if (leftOut.length === 0) return [said];
  const notes = leftOut.map((note) => element("li", {}, note));
  const list = element("ul", { class: "notes help" }, ...notes);
  return [said, element("details", { class: "part" }, element("summary", {}, t("Notes on the import: {0}", leftOut.length)), list)];
}

/** The first parameter that an import left in a path. */
function askedIn(path: string, imported: ImportedRequests | undefined): string | undefined {
  return imported?.asked.find((name) => new RegExp(`${name}(?!\\w)`).test(path));
}
