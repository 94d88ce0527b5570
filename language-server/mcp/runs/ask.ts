import type { AnalysisRequestName, ParamsOf, ResultOf } from "../../lsp/worker/analysis-messages.ts";

/** Asks the worker that holds a run. Rejects with a UserError, or when the call is cancelled. */
export type Ask = <Name extends AnalysisRequestName>(name: Name, params: ParamsOf<Name>) => Promise<ResultOf<Name>>;
