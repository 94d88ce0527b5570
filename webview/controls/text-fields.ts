import type { TextArea, TextField } from "@vscode/webview-ui-toolkit";
import { element } from "../element.ts";

/** Selects the fields in which Enter submits. */
export const oneLineField = "vscode-text-field";

/** A labelled field with room for a problem below it. */
export type Field = ReturnType<typeof textControl>;

export interface FieldOptions {
  readonly label: string;
  readonly value: string;
  readonly placeholder?: string;
  /** Called at every change of the text; without it, that removes the problem. */
  readonly onInput?: () => void;
  /** Called when the field loses focus after a change. */
  readonly onChange?: () => void;
  /** Returns whether it took the pasted text, which the field then does not get. */
  readonly onPaste?: (text: string) => boolean;
}

export function textField(options: FieldOptions): Field {
  return textControl(element("vscode-text-field"), options);
}

/** Shows dots for what is entered. */
export function passwordField(options: FieldOptions): Field {
  const made = element("vscode-text-field", { autocomplete: "off" });
  made.type = "password";
  return textControl(made, options);
}

/** Grows with its text, up to eight lines. */
export function textArea(options: FieldOptions): Field {
  return textControl(element("vscode-text-area", { resize: "vertical", rows: "3" }), options);
}

/** ARIA ids cannot refer into the toolkit's shadow trees, so a problem also becomes part of the control's name. */
function textControl(control: TextField | TextArea, options: FieldOptions) {
  control.className = "control-input";
  control.value = options.value;
  if (options.placeholder !== undefined) control.placeholder = options.placeholder;
  control.append(element("div", { class: "field-label" }, options.label));
  const problemLine = element("p", { class: "field-problem", role: "alert", hidden: "" });
  control.addEventListener("input", () => (options.onInput ? options.onInput() : field.setProblem(undefined)));
  if (options.onChange) control.addEventListener("change", options.onChange);
  control.addEventListener("paste", (event) => {
    if (options.onPaste?.(event.clipboardData?.getData("text") ?? "") === true) event.preventDefault();
  });
  const field = {
    element: element("div", { class: "field" }, control, problemLine),
    get value(): string {
      return control.value;
    },
    set value(text: string) {
      control.value = text;
    },
    /** Shows a problem, or removes it. */
    setProblem(problem: string | undefined): void {
      if (problemLine.textContent === (problem ?? "")) return;
      problemLine.textContent = problem ?? "";
      problemLine.hidden = problem === undefined;
      control.classList.toggle("invalid", problem !== undefined);
      if (problem === undefined) {
        control.removeAttribute("aria-invalid");
        control.removeAttribute("aria-label");
      } else {
        control.setAttribute("aria-invalid", "true");
        control.setAttribute("aria-label", `${options.label}. ${problem}`);
      }
    },
    focus: (): void => control.focus(),
    /** Focuses the field and selects a part of its text. */
    select(start: number, end: number): void {
      control.focus();
      // A new value is drawn a frame later, which would end the selection.
      control.control.value = control.value;
      control.control.setSelectionRange(start, end);
    },
  };
  return field;
}
