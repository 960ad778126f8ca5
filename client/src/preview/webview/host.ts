/** The page's interface to VS Code, with messages to the extension, and state that is restored with the window. */

declare function acquireVsCodeApi(): {
  postMessage(message: object): void;
  getState(): unknown;
  setState(state: object): void;
};

const vscode = acquireVsCodeApi();
const before = vscode.getState();
let storedState: { readonly [name: string]: unknown } =
  typeof before === 'object' && before !== null ? { ...before } : {};

export const post = (message: object): void => vscode.postMessage(message);

/** Adds properties to the stored state, from which the page is restored. */
export function keep(state: object): void {
  storedState = { ...storedState, ...state };
  vscode.setState(storedState);
}

/** Returns a property of the state that was stored before the page was restored. */
export const keptBefore = (name: string): unknown => Object.getOwnPropertyDescriptor(storedState, name)?.value;
