import { element } from "../element.ts";

export interface Choice {
  readonly value: string;
  readonly text: string;
}

let ids = 0;

/** A drop-down whose value can be set. Adds `value` to the choices if it is not among them. */
export function dropdown(label: string, choices: readonly Choice[], value: string, onChange: () => void) {
  ids += 1;
  const caption = element("span", { class: "field-label", id: `label-${ids}` }, label);
  const holder = element("div", { class: "field" }, caption);
  const made = element("vscode-dropdown", { class: "control-input", "aria-labelledby": caption.id });
  const all = choices.some((each) => each.value === value) ? choices : [...choices, { value, text: value }];
  for (const choice of all) {
    const selected = choice.value === value ? { selected: "" } : {};
    made.append(element("vscode-option", { value: choice.value, ...selected }, choice.text));
  }
  let current = value;
  made.addEventListener("change", () => {
    current = made.value;
    onChange();
  });
  caption.addEventListener("click", () => made.focus());
  holder.append(made);
  return {
    element: holder,
    get value(): string {
      return current;
    },
    set value(next: string) {
      current = next;
      made.value = next;
    },
  };
}

/** A few values side by side, all visible; arrow keys choose. */
export function radioField(label: string, choices: readonly Choice[], value: string, onChange: (value: string) => void) {
  const radios = choices.map(({ value: each, text }) => element("vscode-radio", { value: each, "aria-label": text }, text));
  const caption = element("span", { slot: "label", class: "radios-label" }, label);
  const group = element("vscode-radio-group", { class: "control-radios", "aria-label": label }, caption, ...radios);
  group.value = value;
  let current = value;
  group.addEventListener("change", () => {
    if (group.value === current || group.disabled) return;
    current = group.value;
    onChange(current);
  });
  return {
    element: group,
    get value(): string {
      return current;
    },
    set value(next: string) {
      current = next;
      group.value = next;
    },
    /** With a reason the field is disabled; the reason is its tooltip and part of its accessible name. */
    setDisabled(reason: string | undefined): void {
      group.disabled = reason !== undefined;
      group.title = reason ?? "";
      group.setAttribute("aria-label", reason === undefined ? label : `${label}. ${reason}`);
    },
  };
}

export function checkbox(label: string, checked: boolean, onChange: (checked: boolean) => void) {
  const made = element("vscode-checkbox", { class: "control-check" }, label);
  made.checked = checked;
  let current = checked;
  made.addEventListener("change", () => {
    if (made.checked === current) return;
    current = made.checked;
    onChange(current);
  });
  return {
    element: made,
    get checked(): boolean {
      return current;
    },
    set checked(next: boolean) {
      current = next;
      made.checked = next;
    },
  };
}
