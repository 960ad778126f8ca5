/**
 * The header of a message: role, attributes, channel, constrain, in any order that occurs (`language.md` §5), with
 * every fault on its own. Headers repeat, so equal texts share one parse; all offsets count from the block's start.
 */
import {
  attributes as attributeFacts,
  channels,
  functionsNamespace,
  roles,
  speakers,
  type TokenFact,
  toolRolePrefixes,
} from '../grammar/index.ts';
import { type Block, has, Trait } from './block.ts';
import { closest } from './closest.ts';
import { misspelledAt } from './misspelled.ts';
import { CHANNEL, CONSTRAIN, START, tokenAt } from './tokens.ts';

export interface Span {
  readonly start: number;
  readonly end: number;
}

/** A word of the header; `name` is what it counts as, undefined if that cannot be told. */
export interface Word extends Span {
  readonly text: string;
  readonly name: string | undefined;
}

export interface Attribute extends Span {
  readonly key: string;
  readonly value: string;
  readonly valueStart: number;
  /** Whether it stands after the channel. */
  readonly afterChannel: boolean;
  /** A repetition of one before it, with the same value. */
  readonly repeated: boolean;
}

/** A token of the header with the word behind it. */
export interface Part {
  readonly token: Span;
  readonly word: Word | undefined;
}

/** `data.rule` of `E-PARSE-HEADER` (`language.md` §2). */
export type HeaderRule =
  | 'role'
  | 'role-missing'
  | 'attr-unknown'
  | 'attr-empty'
  | 'attr-duplicate'
  | 'attr-ascii'
  | 'stray-word'
  | 'order'
  | 'channel-missing-value'
  | 'channel-unknown'
  | 'channel-duplicate'
  | 'constrain-missing-value'
  | 'no-message'
  | 'literal-in-header';

export interface HeaderFault extends Span {
  readonly rule: HeaderRule;
  /** The text at fault, and what was probably meant. */
  readonly text: string;
  readonly suggestion?: string | undefined;
}

export interface MessageHeader {
  readonly role: Word | undefined;
  readonly attributes: readonly Attribute[];
  readonly channel: Part | undefined;
  /** Every channel that the header names: more than one where `<|channel|>` is repeated. */
  readonly channels: readonly Word[];
  readonly constrain: Part | undefined;
  /** A bare content type, as Harmony writes it after `to=`. */
  readonly contentType: Word | undefined;
  /** `to=`, unless it names a speaker: the tool that is called. */
  readonly recipient: string | undefined;
  readonly faults: readonly HeaderFault[];
  /** Line breaks, extra blanks, and blanks where none belong. */
  readonly spaces: readonly Span[];
  /** A token of another dialect occurs. */
  readonly foreign: boolean;
  /** Without `<|message|>`: where what cannot be header begins, or the header's end. */
  readonly bodyStart: number;
}

const channelNames = channels.map((channel) => channel.name);
const roleNames = roles.map((role) => role.name);
const attributeNames = attributeFacts.map((attribute) => attribute.name);
const afterChannelAllowed = new Set(attributeFacts.filter((fact) => fact.afterChannel).map((fact) => fact.name));
const speakerNames = new Set<string>(speakers);

const toolRole = new RegExp(
  `^(?:${functionsNamespace}\\.[\\w.-]+|(?:${toolRolePrefixes.slice(1).join('|')})(?:\\.[\\w.-]+)?)$`,
);

/** Whether a role names a tool: the legacy form of a reply. */
export function isToolRole(role: string): boolean {
  return toolRole.test(role);
}

const cacheLimit = 4096;
const caches = [new Map<string, MessageHeader>(), new Map<string, MessageHeader>()] as const;

/** The header of a message block. In harmony mode a tool may stand as role under any name, and users as `user:name`. */
export function messageHeader(block: Block, harmony: boolean): MessageHeader {
  block.parsed ??= readHeader(block, harmony);
  return block.parsed;
}

/** The header as `harmony` says, whichever mode the document turns out to be in: nothing is kept with the block. */
export function readHeader(block: Block, harmony: boolean): MessageHeader {
  const closed = has(block, Trait.HasMessage);
  const end = closed ? block.headerEnd : block.bodyEnd;
  const text = block.text.slice(0, end);
  if (!closed || end > 200) return parse(text, { harmony, closed, open: has(block, Trait.Open) });
  const cache = caches[harmony ? 1 : 0];
  let header = cache.get(text);
  if (header === undefined) {
    if (cache.size >= cacheLimit) cache.clear();
    // A key of its own: a slice would keep the whole document in memory.
    const key = JSON.parse(JSON.stringify(text)) as string;
    header = parse(key, { harmony, closed, open: false });
    cache.set(key, header);
  }
  return header;
}

interface Circumstances {
  readonly harmony: boolean;
  /** `<|message|>` follows. */
  readonly closed: boolean;
  /** The document ends in the header. */
  readonly open: boolean;
}

/** Where in the header the parser is; the parts come in this order (2.2 §6). */
type Segment = 'start' | 'channel' | 'constrain';

function parse(text: string, { harmony, closed, open }: Circumstances): MessageHeader {
  const faults: HeaderFault[] = [];
  const spaces: Span[] = [];
  const attributes: Attribute[] = [];
  const channelWords: Word[] = [];
  let role: Word | undefined;
  let channel: Part | undefined;
  let constrain: Part | undefined;
  let contentType: Word | undefined;
  let segment: Segment = 'start';
  let at = text.startsWith(START.text) ? START.text.length : 0;
  const implied = at === 0;
  /** A token whose word has not come yet. */
  let awaiting: 'role' | 'channel' | 'constrain' | undefined = implied ? undefined : 'role';
  let token: Span = { start: 0, end: at };
  let bodyStart = text.length;
  let stray: Span | undefined;
  let foreign = false;

  const fault = (rule: HeaderRule, span: Span, suggestion?: string) => {
    faults.push({ rule, start: span.start, end: span.end, text: text.slice(span.start, span.end), suggestion });
  };

  function space(): void {
    const start = at;
    while (at < text.length && isBlank(text.charCodeAt(at))) at++;
    if (at === start) return;
    const run = text.slice(start, at);
    const misplaced = awaiting !== undefined || (at === text.length && closed);
    if ((misplaced && (at < text.length || closed)) || run.length > 1 || run === '\n' || run === '\r') {
      if (at < text.length || closed) spaces.push({ start, end: at });
    }
  }

  /** A token came, or the end, before the word that the last token needs. */
  function settle(atEnd: boolean): void {
    if (awaiting === 'role' && !(atEnd && open)) fault('role-missing', token);
    if (awaiting === 'channel' && !(atEnd && open)) fault('channel-missing-value', token);
    if (awaiting === 'constrain' && !(atEnd && open)) fault('constrain-missing-value', token);
    awaiting = undefined;
  }

  function part(fact: TokenFact, span: Span): void {
    settle(false);
    token = span;
    if (fact === CHANNEL) {
      if (channel !== undefined) fault('channel-duplicate', span);
      else if (constrain !== undefined) fault('order', span);
      channel ??= { token: span, word: undefined };
      segment = 'channel';
      awaiting = 'channel';
    } else if (fact === CONSTRAIN) {
      if (constrain !== undefined) fault('order', span);
      constrain ??= { token: span, word: undefined };
      segment = 'constrain';
      awaiting = 'constrain';
    } else if (fact.kind === 'literal') {
      fault('literal-in-header', span);
    } else if (fact.kind === 'foreign') {
      foreign = true;
    } else {
      fault('stray-word', span);
    }
  }

  /** Reads a word. False: it cannot be header, and there is no `<|message|>`: the body begins here. */
  function word(span: Span): boolean {
    const written = text.slice(span.start, span.end);
    if (awaiting === 'role' && !attributeShape.test(written)) {
      awaiting = undefined;
      const name = roleName(written, harmony, text.slice(span.end));
      role = { ...span, text: written, name };
      if (name !== written && !(harmony && name !== undefined && written.startsWith(`${name}:`))) {
        fault('role', span, name ?? closest(written, roleNames));
      } else if (name === undefined) fault('role', span, closest(written, roleNames));
      return true;
    }
    if (awaiting === 'channel') {
      awaiting = undefined;
      const name = channelName(written);
      const named = { ...span, text: written, name };
      const first = channel as Part;
      channelWords.push(named);
      if (name !== written) fault('channel-unknown', span, name ?? closest(written, channelNames));
      if (first.token === token) channel = { token, word: named };
      else if (first.word?.name === undefined && name !== undefined) {
        channel = { token: first.token, word: named };
      }
      return true;
    }
    if (awaiting === 'constrain') {
      awaiting = undefined;
      if (constrain?.token === token) constrain = { token, word: { ...span, text: written, name: written } };
      return true;
    }
    const equals = attributeShape.test(written) ? written.indexOf('=') : -1;
    if (equals > 0) {
      const key = written.slice(0, equals);
      if (closed || attributeNames.includes(key)) {
        if (awaiting === 'role') settle(false);
        attribute(span, key, equals);
        return true;
      }
      return false;
    }
    if (
      contentType === undefined &&
      segment !== 'constrain' &&
      attributes.some(({ key }) => key === 'to') &&
      bareWord.test(written)
    ) {
      contentType = { ...span, text: written, name: written };
      return true;
    }
    if (!closed) return false;
    if (stray !== undefined && text.slice(stray.end, span.start).trim() === '') faults.pop();
    else stray = span;
    stray = { start: stray.start, end: span.end };
    fault('stray-word', stray);
    return true;
  }

  function attribute(span: Span, key: string, equals: number): void {
    const value = text.slice(span.start + equals + 1, span.end);
    const before = attributes.find((other) => other.key === key);
    const repeated = before !== undefined && before.value === value;
    if (!attributeNames.includes(key)) fault('attr-unknown', span, closest(key, attributeNames));
    else if (value === '') fault('attr-empty', span);
    else if (before !== undefined && !repeated) fault('attr-duplicate', span);
    else if (segment === 'constrain') fault('order', span);
    else if (/[^\x21-\x7e]/.test(value)) fault('attr-ascii', span);
    attributes.push({
      ...span,
      key,
      value,
      valueStart: span.start + equals + 1,
      afterChannel: segment !== 'start' && afterChannelAllowed.size > 0,
      repeated,
    });
  }

  for (;;) {
    space();
    if (at >= text.length) break;
    const meant = text.charCodeAt(at) === 60 ? (tokenAt(text, at) ?? misspelledAt(text, at)?.token) : undefined;
    if (meant !== undefined) {
      const end = at + (tokenAt(text, at)?.text.length ?? misspelledAt(text, at)?.length ?? 0);
      part(meant, { start: at, end });
      at = end;
      continue;
    }
    const start = at;
    do at++;
    while (at < text.length && !isBlank(text.charCodeAt(at)) && !text.startsWith('<|', at));
    if (word({ start, end: at })) continue;
    bodyStart = start;
    for (const { index, 1: name = '' } of text.slice(start).matchAll(laterChannel)) {
      const end = start + index + CHANNEL.text.length + name.length;
      channelWords.push({ start: end - name.length, end, text: name, name: channelName(name) });
    }
    break;
  }
  settle(true);
  const to = attributes.find(({ key, value }) => key === 'to' && value !== '')?.value;
  return {
    role: role ?? (implied ? { start: 0, end: 0, text: '', name: 'assistant' } : undefined),
    attributes,
    channel,
    channels: channelWords,
    constrain,
    contentType,
    recipient: to === undefined || speakerNames.has(to) ? undefined : to,
    faults,
    spaces,
    foreign,
    bodyStart,
  };
}

const attributeShape = /^[A-Za-z_]\w*=/;
const bareWord = /^[\w+/.-]+$/;
/** A channel behind what cannot be header. */
const laterChannel = /<\|channel\|>([^\s<]*)/g;

function isBlank(unit: number): boolean {
  return unit === 32 || unit === 9 || unit === 10 || unit === 13;
}

/** What a role word counts as: itself if it is one, what it surely means, or undefined. */
function roleName(word: string, harmony: boolean, rest: string): string | undefined {
  if (roleNames.includes(word) || isToolRole(word)) return word;
  if (harmony) {
    const named = /^(user|assistant|system|developer):\S+$/.exec(word);
    if (named) return named[1];
    if (/^\s+to=/.test(rest) && /^[\w.:-]+$/.test(word)) return word;
  }
  const lower = word.toLowerCase();
  return roleNames.find((role) => lower === role || lower.replaceAll(role, '') === '');
}

/** What a channel word counts as. Nothing that is merely like `final` counts as it: that could show what is hidden. */
function channelName(word: string): string | undefined {
  const lower = word.toLowerCase();
  if (channelNames.includes(lower)) return lower;
  return channels.find((channel) => !channel.visible && lower.startsWith(channel.name))?.name;
}

/** The value of an attribute: the first that is not empty. */
export function attributeValue(header: MessageHeader, key: string): string | undefined {
  return header.attributes.find((attribute) => attribute.key === key && attribute.value !== '')?.value;
}

export function attributeNamed(header: MessageHeader, key: string): Attribute | undefined {
  return header.attributes.find((attribute) => attribute.key === key);
}
