/** The tools that models are offered: `ocml/callTool`. */

export interface CallToolParams {
  /** The name of the tool, as `ocml mcp` has it. */
  readonly name: string;
  readonly arguments: Readonly<Record<string, unknown>>;
  /** The folders below which it may read files, as addresses. */
  readonly folders: readonly string[];
}

/** The outcome for the model. `isError`: an error that it can mend, in `result.error`. */
export interface ToolOutcome {
  readonly result: Readonly<Record<string, unknown>>;
  readonly isError: boolean;
}
