/** Parses the header of a 0.1 message: `<|im_start|>role name=x` up to the line break (0.1 §3). */
import { chatmlAttributes, chatmlRoleMeant, chatmlRoles } from '../grammar/index.ts';
import { closest } from './closest.ts';
import type { Attribute, HeaderFault, HeaderRule, MessageHeader, Span, Word } from './message-header.ts';
import { misspellings } from './misspelled.ts';
import { own } from './own.ts';
import { IM_START } from './tokens.ts';

export interface ChatmlCircumstances {
  /** A line break ends the header. */
  readonly closed: boolean;
  /** The document ends in the message. */
  readonly open: boolean;
}

const roleNames = chatmlRoles.map(({ name }) => name);
const attributeNames = chatmlAttributes.map(({ name }) => name);
const attributeShape = /^([A-Za-z_]\w*)=/;
const bracketed = /^\[[A-Za-z_]\w*=/;
const quoted = /^["'“‘]/;
const none: readonly never[] = [];

/** The header that `text` is: up to the line break, or without one up to where the message ends. */
export function parseChatmlHeader(text: string, { closed, open }: ChatmlCircumstances): MessageHeader {
  const faults: Found[] = [];
  const spaces: Span[] = [];
  const attributes: Attribute[] = [];
  const fault = (rule: HeaderRule, start: number, end: number, suggestion?: string) =>
    faults.push({ rule, start, end, suggestion });
  let role: Word | undefined;
  let named = false;
  let bodyStart = text.length;
  let before = IM_START.text.length;
  for (let at = behindBlanks(text, before); at < text.length; at = behindBlanks(text, before)) {
    const end = wordEnd(text, at);
    const word = text.slice(at, end);
    const key = attributeShape.exec(word)?.[1];
    const wide = at - before > 1 || (at > before && text[before] !== ' ');
    if (role === undefined && before === IM_START.text.length && key === undefined) {
      role = { start: at, end, text: word, name: roleOf(word) };
      const meant = role.name ?? own(chatmlRoleMeant, word.toLowerCase()) ?? closest(word, roleNames);
      // A model sees another token where a blank stands before the role.
      if (at > before || word !== role.name) fault('role', before, end, meant);
    } else if (key !== undefined && (closed || attributeNames.includes(key))) {
      if (wide) spaces.push({ start: before, end: at });
      attribute(key, at, end);
    } else if (!closed) {
      bodyStart = at;
      break;
    } else {
      strayWord(word, at, end);
    }
    before = end;
  }
  if (closed && before < text.length && before > IM_START.text.length) spaces.push({ start: before, end: text.length });
  if (role === undefined && !(open && before >= text.trimEnd().length)) {
    faults.unshift({ rule: 'role-missing', start: 0, end: IM_START.text.length });
  }
  return {
    role,
    attributes,
    channel: undefined,
    channels: none,
    constrain: undefined,
    contentType: undefined,
    recipient: undefined,
    faults: faults.map((found) => finished(text, found, attributes)),
    misspelled: text.includes('<', 1) || text.includes('＜') ? [...misspellings(text, 0, bodyStart, true)] : none,
    spaces,
    foreign: false,
    closed,
    unfinished: false,
    bodyStart,
    meaning: undefined,
  };

  function attribute(key: string, start: number, end: number): void {
    const valueStart = start + key.length + 1;
    const value = text.slice(valueStart, end);
    attributes.push({ start, end, key, value, valueStart, afterChannel: false, repeated: false });
    if (!attributeNames.includes(key)) return;
    if (value === '') fault('attr-empty', start, end);
    else if (named) fault('attr-duplicate', start, end);
    else if (quoted.test(value)) fault('name', start, end);
    named = true;
  }

  /** Words that follow one another are one fault; those behind a name are taken for more of it. */
  function strayWord(word: string, start: number, end: number): void {
    const last = faults[faults.length - 1];
    if (role === undefined && roleNames.includes(word)) {
      role = { start, end, text: word, name: word };
      fault('order', start, end);
    } else if (last !== undefined && last.end === before && mergeable.has(last.rule)) {
      last.end = end;
    } else if (bracketed.test(word)) {
      fault('name', start, end);
    } else {
      fault(attributes[attributes.length - 1]?.end === before && named ? 'name' : 'stray-word', start, end);
    }
  }
}

/** A fault whose text is not known yet: words may still join it. */
interface Found extends Pick<HeaderFault, 'rule' | 'suggestion' | 'start'> {
  end: number;
}

const mergeable = new Set<HeaderRule>(['stray-word', 'name', 'attr-duplicate']);

/** The fault with its text; a faulty name with the whole that it can be instead, blanks joined by `_`. */
function finished(
  text: string,
  { rule, start, end, suggestion }: Found,
  attributes: readonly Attribute[],
): HeaderFault {
  const written = text.slice(start, end);
  if (rule !== 'name' || suggestion !== undefined || end - start > longestName)
    return { rule, start, end, text: written, suggestion };
  const plain = written.replace(/^\[|\]$|["'“‘”’]/g, '');
  const words = plain.trim().replace(/\s+/g, '_');
  const name = attributes.find((attribute) => attribute.key === 'name' && attribute.end <= start);
  const whole = name === undefined || words.includes('=') ? words : `${text.slice(name.start, name.end)}_${words}`;
  return { rule, start, end, text: written, suggestion: whole };
}

const longestName = 200;

/** What a role word counts as: itself if it is one, what it surely means, or undefined. */
function roleOf(word: string): string | undefined {
  if (roleNames.includes(word)) return word;
  const lower = word.toLowerCase();
  return roleNames.find((role) => lower === role || lower.replaceAll(role, '') === '');
}

function isBlank(unit: number): boolean {
  return unit === 32 || unit === 9;
}

function behindBlanks(text: string, from: number): number {
  let at = from;
  while (at < text.length && isBlank(text.charCodeAt(at))) at++;
  return at;
}

/** A word ends at a blank or before `<|`. */
function wordEnd(text: string, start: number): number {
  let at = start + 1;
  for (; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (isBlank(unit) || (unit === 60 && text.charCodeAt(at + 1) === 124)) break;
  }
  return at;
}
