/** The interface of VS Code to the page: a way to its extension, and a place for what comes back with the window. */

declare function acquireVsCodeApi(): {
  postMessage(message: object): void;
  getState(): unknown;
  setState(state: object): void;
};

const vscode = acquireVsCodeApi();
const before = vscode.getState();
let kept: { readonly [name: string]: unknown } = typeof before === 'object' && before !== null ? { ...before } : {};

export const post = (message: object): void => vscode.postMessage(message);

/** Keeps something for when the page comes back, besides what is kept already. */
export function keep(state: object): void {
  kept = { ...kept, ...state };
  vscode.setState(kept);
}

/** A part of what was kept when the page was there before. */
export const keptBefore = (name: string): unknown => Object.getOwnPropertyDescriptor(kept, name)?.value;
