import type { FlameProfile } from "../../language-server/analysis/flame/flame-reduction.ts";
import { dropProfile } from "../flame/theme.ts";

/** Runs in the frame of an exported page, before speedscope's script, and gives it the profile that the page holds. */
document.addEventListener("DOMContentLoaded", () => {
  const data = window.parent.document.getElementById("profile");
  const root = document.body.lastElementChild ?? document.body;
  if (document.createElement("canvas").getContext("webgl") === null) document.body.textContent = data?.dataset["noWebgl"] ?? "";
  else dropProfile(root, JSON.parse(data?.textContent ?? "") as FlameProfile);
});
