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

declare global {
  interface HTMLElementTagNameMap
    extends
      Record<`vscode-${"button" | "option" | "panel-tab" | "panel-view" | "progress-ring" | "radio"}`, HTMLElement>,
      Record<"vscode-checkbox", Checkbox>,
      Record<"vscode-dropdown", Dropdown>,
      Record<"vscode-panels", Panels>,
      Record<"vscode-radio-group", RadioGroup>,
      Record<"vscode-text-area", TextArea>,
      Record<"vscode-text-field", TextField> {}
}

/** Defines the toolkit's elements; once in a page. */
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
