/** The tools that are offered to models: `ocml/callTool`. */

export interface CallToolParams {
  /** The name of the tool, as in `ocml mcp`. */
  readonly name: string;
  readonly arguments: Readonly<Record<string, unknown>>;
  /** The addresses of the folders that the tool may read, including their subfolders. */
  readonly folders: readonly string[];
}

/** The result for the model. With `isError`, `result.error` describes an error that the model can correct. */
export interface ToolOutcome {
  readonly result: Readonly<Record<string, unknown>>;
  readonly isError: boolean;
}
