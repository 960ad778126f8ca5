/** A note for an input in which no output was found: the output may come from a model whose parsers are not supported here. */
import { type Family, families, familyOfToken } from '../syntax/families/index.ts';
import { dialectsRead } from './repair.ts';

const all = Object.values<Family>(families);
const read = new Set(
  all.flatMap(({ dialect, tokens }) => (dialectsRead.includes(dialect) ? tokens.map(({ text }) => text) : [])),
);
const unread = all.flatMap(({ settles }) => settles.filter(({ text }) => !read.has(text)));
const shape = new RegExp(unread.map(({ text }) => text.replaceAll('|', '\\|')).join('|'));

/** The first token in a text that is used only by formats for which this project has no parser. */
export const unreadToken = (text: string): string | undefined => shape.exec(text)?.[0];

export function nothingFound(token: string | undefined): string {
  const name = token === undefined ? undefined : familyOfToken({ text: token })?.name;
  return name === undefined
    ? 'the input has no Harmony or ChatML control token, no call tag, and no known server error. Plain text is simply an answer. To explain a server error without an output, use --error TEXT'
    : `\`${token}\` is a ${name} token, but only Harmony and ChatML outputs, and the tool calls of some other models, are explained. To find the problems in ${name} output, use \`ocml check\``;
}
