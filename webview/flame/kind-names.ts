import type { Category } from "../../language-server/analysis/costs/costs.ts";
import type { Translate } from "../texts.ts";

/** Kinds of code, as flame graph and lists name them. */
export function kindNames(t: Translate): Readonly<Record<Category, string>> {
  return {
    own: t("own code"),
    dependency: t("dependencies"),
    node: t("Node.js core"),
    native: t("native code"),
    gc: t("garbage collection"),
    program: t("(program): V8 itself"),
    compile: t("compiling"),
  };
}
