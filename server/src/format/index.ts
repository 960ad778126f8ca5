/** Formats documents of any kind. */
export { laidOutDocument } from './document.ts';
export { formatJson } from './json.ts';
export type { Layout } from './layout.ts';
export { formatText, laidOut } from './text.ts';
export { onType } from './typing.ts';
