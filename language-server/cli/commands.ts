import { agentSetupCommand, mcpCommand } from "./agents/agent-setup.ts";
import { attachCommand } from "./attach/attach.ts";
import { benchCommand } from "./bench/bench.ts";
import { compareCommand } from "./compare.ts";
import { completionsCommand } from "./completions/completions.ts";
import { exportCommand } from "./export.ts";
import { recordCommand } from "./record.ts";
import { reportCommand } from "./report.ts";
import type { Command } from "./command.ts";

/** In the order in which the help lists them. */
export const commands: readonly Command[] = [
  recordCommand,
  attachCommand,
  reportCommand,
  compareCommand,
  benchCommand,
  exportCommand,
  mcpCommand,
  agentSetupCommand,
  completionsCommand(() => commands),
];
