/** Completion in tool declarations as Harmony writes them (HARM-35, HARM-36): namespaces, functions and types. */
import { declaredTypes } from '../../grammar/declared-types.ts';
import { functionsNamespace } from '../../grammar/index.ts';
import { headerInfo, instructs } from '../../model/message.ts';
import { declarations } from '../../model/tools/declarations.ts';
import { paragraphs, source } from '../hover/markdown.ts';
import { CompletionItemKind } from '../support/kinds.ts';
import { lineBefore, type Offer, type Offers, type Request, stretch } from './completion-items.ts';

/** The maximum length of a text that is scanned up to the cursor, in UTF-16 units. */
const MAX_DECLARATION_LENGTH = 200_000;

const nothing: readonly Offer[] = [];
const template = (label: string, snippet: string, doc: string, filter = label): Offer => ({
  label,
  kind: CompletionItemKind.Snippet,
  text: snippet.replaceAll(/\$\{\d:(\w+)\}|\$\d/g, '$1'),
  snippet,
  filter,
  doc: paragraphs(doc, source('HARM-36')),
});

const typed = '(_: {\n$1\n}) => any;';
const functions = {
  whole: [
    template(
      'type … = (_: {…}) => any;',
      `type \${1:name} = (_: {\n$2\n}) => any;`,
      'A function with arguments.',
      'type',
    ),
    template('type … = () => any;', `type \${1:name} = () => any;`, 'A function without arguments.', 'type'),
  ],
  rest: [
    template('(_: {…}) => any;', typed, 'A function with arguments.'),
    template('() => any;', '() => any;', 'A function without arguments.'),
  ],
};
const namespace = template(
  `namespace ${functionsNamespace} {…}`,
  `namespace ${functionsNamespace} {\n\n$0\n\n} // namespace ${functionsNamespace}`,
  'The functions that the model may call.',
);
const types = declaredTypes
  .filter(({ rare }) => !rare)
  .map(
    ({ name, doc }): Offer => ({
      label: name,
      kind: CompletionItemKind.Keyword,
      doc: paragraphs(doc, source('HARM-36')),
    }),
  );
const inner: Offer = { label: '{…}', kind: CompletionItemKind.Snippet, text: '{\n\n}', snippet: '{\n$1\n}' };

/** The offers in a declaration of tools. Since a declaration is part of a body, its list opens only on request. */
export function completeDeclaration(request: Request): Offers | undefined {
  const { block, at } = request;
  if (
    request.typed ||
    !instructs(headerInfo(block).role) ||
    at > block.bodyEnd ||
    at - block.bodyStart > MAX_DECLARATION_LENGTH
  )
    return undefined;
  const before = block.text.slice(block.bodyStart, at);
  const offers = offersAfter(before, lineBefore(before, before.length), request);
  return offers.length === 0 ? undefined : { ...stretch(request, /\w*$/, /^\w*/), offers };
}

function offersAfter(before: string, line: string, { block, at }: Request): readonly Offer[] {
  if (line.includes('//')) return nothing;
  const depth = depthAt(before);
  const beginsLine = /^[ \t]*\w*$/.test(line);
  const { namespaces, tools } = declarations(block);
  if (depth === 0) {
    const fits = 'namespace'.startsWith(line.trim()) && /^[ \t]*(?:[\r\n]|$)/.test(block.text.slice(at, block.bodyEnd));
    return fits && !namespaces.includes(functionsNamespace) ? [namespace] : nothing;
  }
  if (depth === 1 && beginsLine) return functions.whole;
  const isFunction = depth === 1 && /\btype[ \t]+\w+[ \t]*=[ \t]*$/.test(line);
  if (!isFunction && !/(?:\??:|\||=>|[(<])[ \t]*\w*$/.test(line)) return nothing;
  const aliasEntries = [...(tools.at(-1)?.aliases ?? [])].filter(([, type]) => type.trim() !== '');
  const aliases = aliasEntries.map(([label]) => ({ label, kind: CompletionItemKind.Class }));
  return [...(isFunction ? functions.rest : []), ...types, ...aliases, ...(isFunction ? [] : [inner])];
}

const opening = /^[ \t]*(?:(?:export|declare)[ \t]+)*namespace[ \t]+[\w.]+[ \t]*\{/gm;
/** Matches brackets. Comments and strings are matched as well, so that the brackets in them are skipped. */
const signs = /\/\/.*|"(?:[^"\\\r\n]|\\.)*"|'(?:[^'\\\r\n]|\\.)*'|[{}()]/g;

/** The bracket depth at the end of a text: 1 directly inside a namespace, and 0 outside all namespaces. */
function depthAt(before: string): number {
  const last = [...before.matchAll(opening)].at(-1);
  if (last === undefined) return 0;
  let depth = 0;
  for (const [sign] of before.slice(last.index).matchAll(signs)) {
    if (sign === '{' || sign === '(') depth++;
    else if (sign === '}' || sign === ')') depth--;
    if (depth === 0) return 0;
  }
  return depth;
}
