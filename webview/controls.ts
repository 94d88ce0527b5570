import {
  type Checkbox,
  type Dropdown,
  type Panels,
  provideVSCodeDesignSystem,
  type RadioGroup,
  type TextArea,
  type TextField,
  vsCodeButton,
  vsCodeCheckbox,
  vsCodeDropdown,
  vsCodeOption,
  vsCodePanels,
  vsCodePanelTab,
  vsCodePanelView,
  vsCodeProgressRing,
  vsCodeRadio,
  vsCodeRadioGroup,
  vsCodeTextArea,
  vsCodeTextField,
} from "@vscode/webview-ui-toolkit";
import "./controls.css";
import { element } from "./element.ts";
import { type Icon, icon } from "./icons.ts";

/** The only file that knows the UI toolkit: to replace it, change this and controls.css. */
export function registerControls(): void {
  provideVSCodeDesignSystem().register(
    vsCodeButton(),
    vsCodeCheckbox(),
    vsCodeDropdown(),
    vsCodeOption(),
    vsCodePanels(),
    vsCodePanelTab(),
    vsCodePanelView(),
    vsCodeProgressRing(),
    vsCodeRadio(),
    vsCodeRadioGroup(),
    vsCodeTextArea(),
    vsCodeTextField(),
  );
}

/** Selects the fields in which Enter submits. */
export const oneLineField = "vscode-text-field";

export interface ButtonOptions {
  readonly label: string;
  /** `icon`: the label becomes the accessible name only. `big`: a primary button for the main action. */
  readonly look: "primary" | "secondary" | "icon" | "big";
  readonly icon?: Icon;
  readonly onClick: () => void;
}

export function button(options: ButtonOptions): HTMLElement {
  const appearance = options.look === "big" ? "primary" : options.look;
  const made = document.createElement("vscode-button");
  made.setAttribute("appearance", appearance);
  made.className = `control-button ${options.look}`;
  const picture = options.icon && icon(options.icon);
  if (options.look === "icon" && picture) {
    made.setAttribute("aria-label", options.label);
    made.title = options.label;
    made.append(picture);
  } else {
    picture?.setAttribute("slot", "start");
    made.append(...(picture ? [picture] : []), options.label);
  }
  made.addEventListener("click", options.onClick);
  made.addEventListener("mousedown", keepFocus);
  return made;
}

/** A labelled field with room for a problem below it. */
export interface Field {
  readonly element: HTMLElement;
  value: string;
  /** Shows a problem, or removes it. */
  setProblem(problem: string | undefined): void;
  focus(): void;
  /** Focuses the field and selects a part of its text. */
  select(start: number, end: number): void;
}

export interface FieldOptions {
  readonly label: string;
  readonly value: string;
  readonly placeholder?: string;
  /** Called at every change of the text. */
  readonly onInput: () => void;
  /** Called when the field loses focus after a change. */
  readonly onChange?: () => void;
}

export function textField(options: FieldOptions): Field {
  const made = document.createElement("vscode-text-field") as TextField;
  return textControl(made, options);
}

/** Grows with its text, up to eight lines. */
export function textArea(options: FieldOptions): Field {
  const made = document.createElement("vscode-text-area") as TextArea;
  made.setAttribute("resize", "vertical");
  made.setAttribute("rows", "3");
  return textControl(made, options);
}

export interface Choice {
  readonly value: string;
  readonly text: string;
}

interface ChoiceField {
  readonly element: HTMLElement;
  readonly value: string;
}

/** A drop-down whose value can be set. */
export interface DropdownField extends ChoiceField {
  value: string;
}

/** Adds `value` to the choices if it is not among them. */
export function dropdown(label: string, choices: readonly Choice[], value: string, onChange: () => void): DropdownField {
  const caption = element("span", { class: "field-label", id: nextId() }, label);
  const holder = element("div", { class: "field" }, caption);
  let current = value;
  const change = (): void => {
    current = made.value;
    onChange();
  };
  const made = makeDropdown(caption.id, choices, value, change);
  caption.addEventListener("click", () => made.focus());
  holder.append(made);
  return {
    element: holder,
    get value() {
      return current;
    },
    set value(next) {
      current = next;
      made.value = next;
    },
  };
}

/** A few values side by side, all visible; arrow keys choose. */
export interface RadioField extends ChoiceField {
  value: string;
  /** With a reason the field is disabled; the reason is its tooltip and part of its accessible name. */
  setDisabled(reason: string | undefined): void;
}

export function radioField(label: string, choices: readonly Choice[], value: string, onChange: (value: string) => void): RadioField {
  const group = document.createElement("vscode-radio-group") as RadioGroup;
  group.className = "control-radios";
  group.setAttribute("aria-label", label);
  const radios = choices.map((choice) => {
    const radio = document.createElement("vscode-radio");
    radio.setAttribute("value", choice.value);
    radio.setAttribute("aria-label", choice.text);
    radio.append(choice.text);
    return radio;
  });
  group.append(element("span", { slot: "label", class: "radios-label" }, label), ...radios);
  group.value = value;
  let current = value;
  group.addEventListener("change", () => {
    if (group.value === current || group.disabled) return;
    current = group.value;
    onChange(current);
  });
  return {
    element: group,
    get value() {
      return current;
    },
    set value(next) {
      current = next;
      group.value = next;
    },
    setDisabled(reason) {
      group.disabled = reason !== undefined;
      group.title = reason ?? "";
      group.setAttribute("aria-label", reason === undefined ? label : `${label}. ${reason}`);
    },
  };
}

export interface CheckField {
  readonly element: HTMLElement;
  checked: boolean;
}

export function checkbox(label: string, checked: boolean, onChange: (checked: boolean) => void): CheckField {
  const made = document.createElement("vscode-checkbox") as Checkbox;
  made.className = "control-check";
  made.append(label);
  made.checked = checked;
  let current = checked;
  made.addEventListener("change", () => {
    if (made.checked === current) return;
    current = made.checked;
    onChange(current);
  });
  return {
    element: made,
    get checked() {
      return current;
    },
    set checked(next) {
      current = next;
      made.checked = next;
    },
  };
}

export interface Tab {
  readonly id: string;
  readonly label: string;
  readonly content: HTMLElement;
}

/** Tabs, with `first` open initially; arrow keys move between them. `onOpen` is called when the user opens one. */
export function tabs(label: string, all: readonly Tab[], first: string, onOpen: (id: string) => void): HTMLElement {
  const made = document.createElement("vscode-panels") as Panels;
  made.className = "control-tabs";
  made.setAttribute("aria-label", label);
  for (const tab of all) {
    const handle = document.createElement("vscode-panel-tab");
    handle.id = `tab-${tab.id}`;
    handle.append(tab.label);
    made.append(handle);
  }
  for (const tab of all) {
    const view = document.createElement("vscode-panel-view");
    view.id = `view-${tab.id}`;
    view.append(tab.content);
    made.append(view);
  }
  let open = first;
  made.setAttribute("activeid", `tab-${first}`);
  made.addEventListener("change", () => {
    const id = made.activeid?.replace(/^tab-/, "");
    if (id === undefined || id === open || !all.some((tab) => tab.id === id)) return;
    open = id;
    onOpen(id);
  });
  return made;
}

export function progressRing(label: string): HTMLElement {
  const made = document.createElement("vscode-progress-ring");
  made.setAttribute("aria-label", label);
  made.className = "control-ring";
  return made;
}

function makeDropdown(labelId: string, choices: readonly Choice[], value: string, onChange: () => void): Dropdown {
  const made = document.createElement("vscode-dropdown") as Dropdown;
  made.className = "control-input";
  made.setAttribute("aria-labelledby", labelId);
  const all = choices.some((each) => each.value === value) ? choices : [...choices, { value, text: value }];
  for (const choice of all) {
    const option = document.createElement("vscode-option");
    option.setAttribute("value", choice.value);
    if (choice.value === value) option.setAttribute("selected", "");
    option.textContent = choice.text;
    made.append(option);
  }
  made.addEventListener("change", onChange);
  return made;
}

/**
 * Keeps the focus on a mouse press: a field that loses focus may show a problem and move the pressed button away from under the pointer, so
 * that no click would follow.
 */
function keepFocus(event: Event): void {
  event.preventDefault();
}

/** ARIA ids cannot refer into the toolkit's shadow trees, so a problem also becomes part of the control's name. */
function textControl(control: TextField | TextArea, options: FieldOptions): Field {
  control.className = "control-input";
  control.value = options.value;
  if (options.placeholder !== undefined) control.placeholder = options.placeholder;
  control.append(element("div", { class: "field-label" }, options.label));
  const problemLine = element("p", { class: "field-problem", role: "alert" });
  problemLine.hidden = true;
  control.addEventListener("input", options.onInput);
  if (options.onChange) control.addEventListener("change", options.onChange);
  return {
    element: element("div", { class: "field" }, control, problemLine),
    get value() {
      return control.value;
    },
    set value(text) {
      control.value = text;
    },
    setProblem(problem) {
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
    focus: () => control.focus(),
    select(start, end) {
      control.focus();
      control.control.setSelectionRange(start, end);
    },
  };
}

let ids = 0;

function nextId(): string {
  ids += 1;
  return `label-${ids}`;
}
