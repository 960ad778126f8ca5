/**
 * Fixes of tokens that belong to another dialect. They are converted to tokens of the document, or turned into text. The fixes of the first
 * such token cover all of them.
 */
import { answerChannel, type TokenFact } from '../grammar/index.ts';
import { firstForeign, foreignEnd } from '../model/foreign-tokens.ts';
import { message } from '../model/message.ts';
import type { Context } from '../rules/support/rule.ts';
import { type Block, has, type Terminator, Trait } from '../syntax/block.ts';
import { segments } from '../syntax/body.ts';
import { families, rowsOf } from '../syntax/families/index.ts';
import { CHANNEL, END, ENDLITERAL, LITERAL, MESSAGE, RETURN, START } from '../syntax/tokens/tokens.ts';
import { closer, isRefusal, plainly, writeMessage } from '../write/index.ts';
import { quoteTokens } from './chatml/edits.ts';
import { type FixEdit, insert, type Proposals, replace, type Target, titleText } from './fix.ts';
import { memoizePerDocument } from './support/memoize-per-document.ts';
import { completes } from './terminators.ts';

/** The conversion of tokens of another family to those of the document. */
interface Row {
  readonly name: string;
  /** The names of foreign tokens that end a message. */
  readonly ends: readonly string[];
  /** Matches a plain message of the other family. The groups are its role and its content. */
  readonly message: RegExp;
  readonly asText: string;
  /** Whether turning the tokens into text changes the content of a body. */
  readonly quotesChangeBody: boolean;
  readonly quote: (block: Block, spans: readonly { start: number; end: number }[]) => FixEdit[] | undefined;
}

const [open, plain] = [families['openchatml-2.2'], families['openchatml-0.1']];

/** The roles that exist in both families, except those that reply to calls. */
const speakers = open.roles.filter(({ name, replies }) => !replies && plain.roles.some((role) => role.name === name));
const speaker = `(${speakers.map(({ name }) => name).join('|')})`;
const content = '((?:(?!<\\|)[^])*?)';
const patternOf = ({ text }: TokenFact) => text.replaceAll('|', '\\|');
const oneOf = (tokens: readonly TokenFact[]) => `(?:${tokens.map(patternOf).join('|')})`;
const anyBreak = '(?:\\r\\n|\\r|\\n)';

const of2x: Row = {
  name: '2.x',
  ends: plain.frame.terminators.map(({ name }) => name),
  message: new RegExp(
    `${patternOf(plain.frame.openers[0])}${speaker}[ \\t]*${anyBreak}${content}${anyBreak}?${oneOf(plain.frame.terminators)}`,
    'y',
  ),
  asText: 'Wrap the OpenChatML 0.1 tokens in literal blocks',
  quotesChangeBody: false,
  quote: (block, spans) =>
    spans.flatMap(({ start, end }) => [insert(start, LITERAL.text, block), insert(end, ENDLITERAL.text, block)]),
};

const of01: Row = {
  name: '0.1',
  ends: open.frame.terminators.map(({ name }) => name),
  message: new RegExp(
    `${patternOf(START)}${speaker}(?:${patternOf(CHANNEL)}${answerChannel})?${patternOf(MESSAGE)}${content}${oneOf([END, RETURN])}`,
    'y',
  ),
  asText: 'Wrap the OpenChatML 2.x tokens in the body in backticks, to make them text',
  quotesChangeBody: true,
  quote: quoteTokens,
};

const rows = rowsOf<Row | undefined>(
  () => of2x,
  () => undefined,
  { 'openchatml-0.1': of01 },
);

/** The fixes of `dialect-mixed`. A fix is proposed only if it can change all foreign tokens of the document. */
export function nativeTokens({ block, problem, context }: Target): Proposals {
  const row = rows(context.family);
  if (row === undefined) return [];
  const { translated, quoted } = editsOf(context);
  const only = translated?.length === 1 ? translated[0] : undefined;
  const title =
    only?.start === problem.start && only.end === problem.end
      ? `Replace ${titleText(block.text, problem)} with \`${only.text}\`, which ends the body`
      : `Convert the tokens from another dialect to ${row.name} messages, each with its own body`;
  return [
    translated && { title, edits: translated, preferred: true, changesBody: true },
    quoted && { title: row.asText, edits: quoted, preferred: !translated, changesBody: row.quotesChangeBody },
  ];
}

interface Edits {
  readonly translated: readonly FixEdit[] | undefined;
  readonly quoted: readonly FixEdit[] | undefined;
}

/**
 * The edits that convert all foreign tokens to messages of the document, and those that turn all of them into text. Each list is undefined
 * if one of the tokens cannot be changed that way.
 */
const editsOf = memoizePerDocument((context): Edits => {
  const row = rows(context.family);
  const { quotes, escapes } = context.family.has;
  let translated: FixEdit[] | undefined = row && [];
  let quoted: FixEdit[] | undefined = row && (quotes || escapes) ? [] : undefined;
  for (const block of context.blocks) {
    if (row === undefined || !(translated || quoted)) break;
    if ((firstForeign(block) ?? foreignEnd(block)) === undefined) continue;
    translated = more(translated, () => translate(block, context, row));
    quoted = more(quoted, () => asText(block, row));
  }
  return { translated, quoted };
});

/** Appends the result of `find` to a list. Undefined if the list or the result is undefined. */
function more<T>(list: T[] | undefined, find: () => readonly T[] | undefined): T[] | undefined {
  const items = list && find();
  if (items) for (const one of items) list.push(one);
  return items && list;
}

/** Converts the end of a message, and the plain messages after it, to the dialect of the document. */
function translate(block: Block, context: Context, row: Row): FixEdit[] | undefined {
  const { text } = block;
  const closed = block.kind === 'message' && block.terminator !== undefined;
  const from = closed || block.kind === 'prelude' ? block.end : block.bodyStart;
  const foreignTokens = foreignFrom(block, 0);
  const [first] = foreignTokens;
  // In a block with a literal block or an escape, these tokens may also be meant as text.
  const isPlain = block.terminator !== 'return' && !has(block, Trait.HasLiteral) && !text.includes('<<|');
  if (first === undefined || first.start < from || !isPlain) return undefined;
  const edits: FixEdit[] = [];
  let at = from;
  if (!closed && block.kind === 'message') {
    const openMessage = message(block);
    const token = openMessage.kind === 'call' ? 'call' : 'end';
    if (!row.ends.includes(first.name) || !completes(openMessage, token, first.start)) return undefined;
    edits.push(replace(first, closer(context.family, openMessage.kind === 'call').text, block));
    at = first.end;
  }
  const lineBreak = /\r\n|\r|\n/.exec(text)?.[0] ?? '\n';
  for (;;) {
    const next = at + (/^[\s\uFEFF]*/.exec(text.slice(at))?.[0].length ?? 0);
    // In Harmony, there is no white space between messages.
    if (context.family.frame.between === '' && next > at) edits.push(replace({ start: at, end: next }, '', block));
    if (next >= text.length) return edits;
    row.message.lastIndex = next;
    const match = row.message.exec(text);
    if (match === null) return undefined;
    const [whole, role = '', content = ''] = match;
    at = next + whole.length;
    const draft = plainly(role, content, closer(context.family, false).name as Terminator);
    const messageText = writeMessage(draft, context.family, lineBreak);
    if (isRefusal(messageText)) return undefined;
    edits.push(replace({ start: next, end: at }, messageText, block));
  }
}

/** Turns foreign tokens into text, if all of them are in bodies. */
function asText(block: Block, row: Row): FixEdit[] | undefined {
  const inBody = segments(block).filter(({ kind, token }) => kind === 'token' && token?.kind === 'foreign');
  const outside = foreignFrom(block, 0).some(({ start }) => start < block.bodyStart || start >= block.bodyEnd);
  return outside ? undefined : row.quote(block, inBody);
}

function foreignFrom({ text, family }: Block, from: number) {
  const foreignTokens: { name: string; start: number; end: number }[] = [];
  for (let at = text.indexOf('<|', from); at >= 0; at = text.indexOf('<|', at + 2)) {
    const token = family.tokenAt(text, at);
    if (token?.kind === 'foreign') foreignTokens.push({ name: token.name, start: at, end: at + token.text.length });
  }
  return foreignTokens;
}
