/** VS Code's interface for the page: messages to the extension, and state that is restored with the window. */

declare function acquireVsCodeApi(): {
  postMessage(message: object): void;
  getState(): unknown;
  setState(state: object): void;
};

const vscode = acquireVsCodeApi();
const before = vscode.getState();
let kept: { readonly [name: string]: unknown } = typeof before === 'object' && before !== null ? { ...before } : {};

export const post = (message: object): void => vscode.postMessage(message);

/** Stores state for restoring the page, in addition to the stored state. */
export function keep(state: object): void {
  kept = { ...kept, ...state };
  vscode.setState(kept);
}

/** A part of the state stored by the page before it was restored. */
export const keptBefore = (name: string): unknown => Object.getOwnPropertyDescriptor(kept, name)?.value;
