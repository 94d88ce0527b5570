import { type BoundedField, boundedFields, numberProblem, planBounds } from "../../../language-server/analysis/load/load-problems.ts";
import type { LoadPlan, LoadTool } from "../../../language-server/analysis/load/load.ts";
import { type Field, textField } from "../../controls/text-fields.ts";
import { element } from "../../element.ts";
import { problemText } from "../problems.ts";
import type { Translate } from "../../texts.ts";

/** Values of hidden fields: what the tool does by default. */
const neutral: Partial<Record<BoundedField, number>> = { ratePerSecond: 0, pipelining: 1 };

/** The plan's numbers, as short fields in a row. */
export function numberFields(t: Translate, plan: LoadPlan, tool: () => LoadTool, edited: () => void) {
  const labels: Readonly<Record<BoundedField, string>> = {
    connections: t("Connections"),
    durationSeconds: t("Duration, s"),
    warmupSeconds: t("Warm-up, s"),
    ratePerSecond: t("Rate, req/s"),
    pipelining: t("Pipelining"),
  };
  const fields = Object.fromEntries(boundedFields.map((name) => [name, makeField(name)])) as Record<BoundedField, Field>;
  const isShown = (name: BoundedField): boolean => !fields[name].element.hidden;

  function makeField(name: BoundedField): Field {
    const field = textField({
      label: labels[name],
      value: String(plan[name]),
      ...(name === "ratePerSecond" ? { placeholder: t("0 = no limit") } : {}),
      onInput: () => {
        if (problem(name) === undefined) field.setProblem(undefined);
        edited();
      },
      onChange: () => field.setProblem(problem(name)),
    });
    field.element.addEventListener("keydown", (event) => step(event, name, field, edited));
    if (name === "ratePerSecond") field.element.title = t("0 = no limit");
    return field;
  }

  function problem(name: BoundedField): string | undefined {
    return problemText(numberProblem(name, toNumber(fields[name].value), tool()), t);
  }

  function value(name: BoundedField): number {
    const entered = toNumber(fields[name].value);
    if (isShown(name)) return entered;
    return neutral[name] ?? (numberProblem(name, entered, tool()) === undefined ? entered : plan[name]);
  }

  return {
    element: element("div", { class: "numbers" }, ...boundedFields.map((name) => fields[name].element)),
    /** Shows only these fields; the others keep their values. */
    show(shown: readonly BoundedField[]): void {
      for (const name of boundedFields) {
        fields[name].element.hidden = !shown.includes(name);
        fields[name].setProblem(isShown(name) ? problem(name) : undefined);
      }
    },
    /** A hidden field has the neutral value. */
    read: () => Object.fromEntries(boundedFields.map((name) => [name, value(name)])) as Pick<LoadPlan, BoundedField>,
    /** Marks problems; returns a function that focuses the first such field. */
    check(): (() => void) | undefined {
      let wrong: (() => void) | undefined;
      for (const name of boundedFields.filter(isShown)) {
        const found = problem(name);
        fields[name].setProblem(found);
        if (found !== undefined) wrong ??= () => fields[name].focus();
      }
      return wrong;
    },
  };
}

/** NaN if it is not a number; a comma is accepted as decimal sign. */
export function toNumber(value: string): number {
  const plain = value.trim().replace(",", ".");
  return plain === "" ? Number.NaN : Number(plain);
}

/** Arrow up and down change the number by one, as in any number field. */
function step(event: KeyboardEvent, name: BoundedField, field: Field, edited: () => void): void {
  const by = event.key === "ArrowUp" ? 1 : event.key === "ArrowDown" ? -1 : 0;
  const now = toNumber(field.value);
  if (by === 0 || Number.isNaN(now)) return;
  event.preventDefault();
  field.value = String(Math.min(planBounds[name].high, Math.max(planBounds[name].low, now + by)));
  field.setProblem(undefined);
  edited();
}
