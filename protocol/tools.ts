/** The tools offered to models: `ocml/callTool`. */

export interface CallToolParams {
  /** The name of the tool, as in `ocml mcp`. */
  readonly name: string;
  readonly arguments: Readonly<Record<string, unknown>>;
  /** The addresses of the folders below which it may read files. */
  readonly folders: readonly string[];
}

/** The outcome for the model. `isError`: an error that the model can correct, in `result.error`. */
export interface ToolOutcome {
  readonly result: Readonly<Record<string, unknown>>;
  readonly isError: boolean;
}
