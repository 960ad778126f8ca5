/** Parses the header of a message in a plain frame: an opener, a role unless the opener contains it, and optional attributes (0.1 §3). */
import { type AttributeFact, modelRole, type RoleFact, type TokenFact } from '../../grammar/index.ts';
import { skipSpace } from '../cutter.ts';
import { getOwn } from '../get-own.ts';
import type { Attribute, HeaderFault, HeaderRule, MessageHeader, Word } from '../message-header.ts';
import type { Span } from '../span.ts';
import { closest } from '../tokens/closest.ts';
import { misspelledAt, misspellings, type Spellings } from '../tokens/misspelled.ts';
import type { Circumstances } from './family.ts';
import { afterBreaks, type PlainFrame } from './scan-plain-frames.ts';

/** The words and tokens that a header may contain. */
interface PlainHeaders {
  readonly frame: PlainFrame;
  readonly roles: readonly RoleFact[];
  /** The roles of other formats, each with the corresponding role of this family. */
  readonly roleMeant: Readonly<Record<string, string>>;
  readonly attributes: readonly AttributeFact[];
  readonly spellings: Spellings;
}

const none: readonly never[] = [];

/** The header of a completion, which is empty because the prompt contains the actual header. */
const completed: MessageHeader = {
  text: '',
  role: { start: 0, end: 0, text: '', name: modelRole },
  attributes: none,
  channel: undefined,
  channels: none,
  constrain: undefined,
  contentType: undefined,
  recipient: undefined,
  faults: none,
  misspelled: none,
  spaces: none,
  foreign: false,
  closed: true,
  unfinished: false,
  bodyStart: 0,
  meaning: undefined,
};

const attributeShape = /^([A-Za-z_]\w*)=/;
const bracketed = /^\[[A-Za-z_]\w*=/;
const quoted = /^["'“‘]/;

/** Returns a parser for headers with these words and tokens, for `Family.parseHeader`. */
export function plainHeaderParser(facts: PlainHeaders) {
  return (text: string, circumstances: Circumstances): MessageHeader => parse(facts, text, circumstances);
}

function parse(facts: PlainHeaders, text: string, circumstances: Circumstances): MessageHeader {
  // The message is a completion, whose header is in the prompt.
  if (text === '') return { ...completed, meaning: undefined };
  const { frame, roleMeant, spellings } = facts;
  const token = frame.openers.find((one) => text.startsWith(one.text)) ?? frame.openers[0];
  const opener = token.text.length;
  const { headerEnd } = frame;
  if (headerEnd === 'opener') {
    const openerText = text.slice(0, opener);
    return { ...completed, text: openerText, role: roleIn(token), bodyStart: opener, meaning: undefined };
  }
  const byLine = headerEnd === 'line break';
  const skip = byLine ? skipSpaceOfLine : skipSpace;
  const roleNames = facts.roles.map(({ name }) => name);
  const attributeNames = facts.attributes.map(({ name }) => name);
  const { open } = circumstances;
  let { closed } = circumstances;
  const faults: UnfinishedFault[] = [];
  const spaces: Span[] = [];
  const attributes: Attribute[] = [];
  const fault = (rule: HeaderRule, start: number, end: number, suggestion?: string) =>
    faults.push({ rule, start, end, suggestion });
  let role: Word | undefined;
  let hasName = false;
  let bodyStart = text.length;
  let before = opener;
  for (let at = skip(text, before); at < text.length; at = skip(text, before)) {
    const misspelledEnd = closed ? 0 : endsHeader(at);
    if (misspelledEnd > 0) {
      closed = true;
      bodyStart = afterBreaks(text, misspelledEnd, frame.breaksBefore);
      break;
    }
    const end = tokenValueEnd(text, byLine ? wordEnd(text, at) : wordBeforeToken(text, at));
    const word = text.slice(at, end);
    const key = attributeNames.length > 0 ? attributeShape.exec(word)?.[1] : undefined;
    const wide = at - before > 1 || (at > before && text[before] !== ' ');
    if (token.role !== undefined && before === opener) {
      // The word is the name of a speaker, or a role without its own opener.
      role = roleNames.includes(word) ? { start: at, end, text: word, name: word } : roleIn(token);
    } else if (role === undefined && before === opener && key === undefined) {
      role = { start: at, end, text: word, name: roleOf(word, roleNames) };
      const suggestion = role.name ?? getOwn(roleMeant, word.toLowerCase()) ?? closest(word, roleNames);
      // A space before the role changes the tokens that a model reads.
      if (at > before || (word !== role.name && !isBegun(word, end))) fault('role', before, end, suggestion);
    } else if (key !== undefined && (closed || attributeNames.includes(key))) {
      if (wide) spaces.push({ start: before, end: at });
      attribute(key, at, end);
    } else if (!closed) {
      if (!(open && end === text.length && typeof headerEnd !== 'string' && headerEnd.text.startsWith(word)))
        bodyStart = at;
      break;
    } else {
      strayWord(word, at, end);
    }
    before = end;
  }
  if (closed && bodyStart === text.length && before < text.length && before > opener)
    spaces.push({ start: before, end: text.length });
  role ??= roleIn(token);
  if (role === undefined && !(open && before >= text.trimEnd().length)) {
    faults.unshift({ rule: 'role-missing', start: 0, end: opener });
  }
  return {
    text,
    role,
    attributes,
    channel: undefined,
    channels: none,
    constrain: undefined,
    contentType: undefined,
    recipient: undefined,
    faults: faults.map((unfinishedFault) => finished(text, unfinishedFault, attributes)),
    misspelled: text.includes('<', 1) || text.includes('＜') ? [...misspellings(text, 0, bodyStart, spellings)] : none,
    spaces,
    foreign: false,
    closed,
    unfinished: !byLine && open && !closed && bodyStart === text.length,
    bodyStart,
    meaning: undefined,
  };

  /** The offset after the token at `at` if it ends the header, spelled correctly or not; otherwise 0. */
  function endsHeader(at: number): number {
    const misspelling = byLine ? undefined : misspelledAt(text, at, spellings);
    return misspelling !== undefined && misspelling.token === headerEnd ? at + misspelling.length : 0;
  }

  /** Whether the word at the end of the document may become a role when typing continues. */
  function isBegun(word: string, end: number): boolean {
    return open && !closed && end === text.length && roleNames.some((name) => name.startsWith(word));
  }

  function attribute(key: string, start: number, end: number): void {
    const valueStart = start + key.length + 1;
    const value = text.slice(valueStart, end);
    attributes.push({ start, end, key, value, valueStart, afterChannel: false, repeated: false });
    if (!attributeNames.includes(key)) return;
    if (value === '') {
      // The value has not been typed yet, or is cut off.
      if (!(open && !circumstances.closed && end === text.length)) fault('attr-empty', start, end);
    } else if (hasName) fault('attr-duplicate', start, end);
    else if (isTokenName(value)) fault('name', valueStart, end, value);
    else if (quoted.test(value)) fault('name', start, end);
    hasName = true;
  }

  /** Adds a word that does not belong in the header. Adjacent words form one fault; words after a name extend its fault. */
  function strayWord(word: string, start: number, end: number): void {
    const last = faults[faults.length - 1];
    if (role === undefined && roleNames.includes(word)) {
      role = { start, end, text: word, name: word };
      fault('order', start, end);
    } else if (last !== undefined && last.end === before && mergeable.has(last.rule)) {
      last.end = end;
    } else if (last?.rule === 'attr-empty' && last.end === before && !/[=<]/.test(word)) {
      // In `name= Eric`, the text after the space is the value.
      last.rule = 'name';
      last.end = end;
    } else if (bracketed.test(word)) {
      fault('name', start, end);
    } else {
      fault(attributes[attributes.length - 1]?.end === before && hasName ? 'name' : 'stray-word', start, end);
    }
  }
}

/** The role that an opener contains, as a word with its span. */
function roleIn({ text, name, role }: TokenFact): Word | undefined {
  const start = text.indexOf(name);
  return role === undefined ? undefined : { start, end: start + name.length, text: name, name: role };
}

/** A fault to which further words may be added, so that its text is not final. */
interface UnfinishedFault extends Pick<HeaderFault, 'suggestion' | 'start'> {
  rule: HeaderFault['rule'];
  end: number;
}

const mergeable = new Set<HeaderRule>(['stray-word', 'name', 'attr-duplicate']);

/** Completes a fault. For a faulty name, the suggestion is the whole name, with `_` in place of spaces. */
function finished(
  text: string,
  { rule, start, end, suggestion }: UnfinishedFault,
  attributes: readonly Attribute[],
): HeaderFault {
  const faultText = text.slice(start, end);
  if (rule !== 'name' || suggestion !== undefined || end - start > MAX_NAME_LENGTH)
    return { rule, start, end, text: faultText, suggestion };
  const plain = faultText.replace(/^\[|\]$|["'“‘”’]/g, '');
  const words = plain.trim().replace(/=\s+/, '=').replace(/\s+/g, '_');
  const name = attributes.find((attribute) => attribute.key === 'name' && attribute.end <= start);
  const whole =
    name === undefined || words.includes('=')
      ? words
      : `${text.slice(name.start, name.end)}${name.value === '' ? '' : '_'}${words}`;
  return { rule, start, end, text: faultText, suggestion: whole };
}

const MAX_NAME_LENGTH = 200;

/** The role that a word stands for: the word itself, or the role that it clearly means; otherwise undefined. */
function roleOf(word: string, roleNames: readonly string[]): string | undefined {
  if (roleNames.includes(word)) return word;
  const lower = word.toLowerCase();
  return roleNames.find((role) => lower === role || lower.replaceAll(role, '') === '');
}

const tokenName = /^<\|[\w.-]+\|>$/;

/** Whether the value of `name` is a token, as in `name=<|plugin|>` of InternLM. */
export function isTokenName(value: string): boolean {
  return tokenName.test(value);
}

const tokenAfterEquals = /=<\|[\w.-]+\|>/y;

/** The end of a word: before the next token or, if that token is the value of an attribute, after it. */
function tokenValueEnd(text: string, end: number): number {
  if (text.charCodeAt(end - 1) !== 61 || text.charCodeAt(end) !== 60) return end;
  tokenAfterEquals.lastIndex = end - 1;
  return tokenAfterEquals.test(text) ? tokenAfterEquals.lastIndex : end;
}

function isSpace(unit: number): boolean {
  return unit === 32 || unit === 9;
}

function skipSpaceOfLine(text: string, from: number): number {
  let at = from;
  while (at < text.length && isSpace(text.charCodeAt(at))) at++;
  return at;
}

/** The end of a word in headers of a single line: at a space or before `<|`. */
function wordEnd(text: string, start: number): number {
  let at = start + 1;
  for (; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (isSpace(unit) || (unit === 60 && text.charCodeAt(at + 1) === 124)) break;
  }
  return at;
}

/** The end of a word in headers that may contain line breaks: at white space or before a character that may begin a token. */
function wordBeforeToken(text: string, start: number): number {
  let at = start + 1;
  for (; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (isSpace(unit) || unit === 10 || unit === 13 || unit === 60 || unit === 0xff1c) break;
  }
  return at;
}
