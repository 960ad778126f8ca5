/** Parses ChatML on the wire: the messages of an array, and the elements that are misplaced according to the grammar. */

import { wireTokens } from '../../grammar/chatml-wire.ts';
import { modelRole } from '../../grammar/index.ts';
import { isSyntaxFault } from '../../syntax/json/faults.ts';
import { type JsonNode, type JsonReading, type JsonString, memberOf, textOf } from '../../syntax/json/nodes.ts';
import { indexBefore, type Span } from '../../syntax/span.ts';
import { closest } from '../../syntax/tokens/closest.ts';
import { isImWire, readImWire } from './wire-im.ts';

export interface WireMessage extends Span {
  /** The span of the element with `<|start|>`. */
  readonly opener: Span;
  readonly role: JsonString | undefined;
  readonly texts: readonly JsonString[];
  /** The length of the header in the texts, if the role and the text are one string. */
  readonly headerLength?: number;
  /** Whether no token closes the message. */
  readonly open: boolean;
  readonly hasMessage: boolean;
  /** Whether the message has all required elements, in the required order. */
  readonly sound: boolean;
  /** Whether the JSON of the message is broken, so that none of its other faults are reported. */
  readonly broken?: true;
}

export type WireFault = Span & {
  readonly kind: 'shape' | 'token-unknown' | 'sequence' | 'header-close' | 'footer-missing' | 'not-request';
  /** The text that is expected at the fault; for `token-unknown`, the unknown token itself. */
  readonly text: string;
  readonly suggestion?: string | undefined;
  /** The required order of a message's elements, if it differs from that of the grammar. */
  readonly order?: string;
};

export interface Wire {
  readonly messages: readonly WireMessage[];
  readonly faults: readonly WireFault[];
  /** Whether the messages are in the format that was published later. */
  readonly im?: true;
}

const names = wireTokens.map(({ name }) => name);
const [START, MESSAGE, END] = names as [string, string, string];

/** An element of the array: one of the three tokens, a string, or `any`, which is an unknown token that is treated as the expected one. */
interface Element extends Span {
  readonly token: string | undefined;
  readonly string: JsonString | undefined;
}

const cache = new WeakMap<JsonReading, Wire>();

export function wireOf(reading: JsonReading): Wire {
  let wire = cache.get(reading);
  if (wire === undefined) {
    const read = isImWire(reading.root) ? readImWire(reading.root) : readWire(reading.root);
    wire = withoutSyntaxFallout(markSound(read), reading);
    cache.set(reading, wire);
  }
  return wire;
}

type State = 'between' | 'role' | 'header' | 'body';

const expected: Record<State, string> = {
  between: `\`{"token": "${START}"}\`, which begins a message`,
  role: 'the role, as a string',
  header: `\`{"token": "${MESSAGE}"}\`, which ends the header`,
  body: `the text, or \`{"token": "${END}"}\``,
};

/** A message that is still being parsed. */
interface Draft {
  readonly opener: Element;
  role: JsonString | undefined;
  readonly texts: JsonString[];
  end: number;
  hasMessage: boolean;
}

function readWire(root: JsonNode | undefined): Wire {
  const messages: WireMessage[] = [];
  const faults: WireFault[] = [];
  if (root === undefined) return { messages, faults };
  if (root.kind !== 'array') {
    return { messages, faults: [{ kind: 'shape', start: root.start, end: root.end, text: 'array' }] };
  }
  const elements = root.items.flatMap((item) => elementOf(item, faults) ?? []);
  let state = 'between' as State;
  /** Whether a misplaced element was reported, so that the elements after it are not reported as separate mistakes. */
  let lost = false;
  let draft: Draft | undefined;

  const finish = (open: boolean) => {
    if (draft === undefined) return;
    const { opener, role, texts, end, hasMessage } = draft;
    messages.push({ start: opener.start, end, opener, role, texts, open, hasMessage, sound: true });
    draft = undefined;
  };
  const misplaced = (element: Element) =>
    faults.push({ kind: 'sequence', start: element.start, end: element.end, text: expected[state] });

  /** The token that an unknown token stands for. This is the expected token, unless that token itself follows. */
  const meantAt = (i: number) => {
    const next = elements.slice(i + 1, i + 1 + reach).find(({ token }) => token !== any);
    const follows = state === 'body' ? next?.token === END || next?.string : next?.token === tokenByState[state];
    return follows || (state === 'between' && next === undefined) ? undefined : tokenByState[state];
  };

  elements.forEach((element, i) => {
    const { string } = element;
    if (element.token === any && state === 'role' && elements[i + 1]?.token === MESSAGE && draft !== undefined) {
      draft.end = element.end;
      state = 'header';
      return;
    }
    const token = element.token === any ? meantAt(i) : element.token;
    if (token === START) {
      lost = false;
      if (draft !== undefined) {
        const { start, end } = draft.opener;
        faults.push({ kind: 'footer-missing', start, end, text: END });
        finish(true);
      }
      draft = { opener: element, role: undefined, texts: [], end: element.end, hasMessage: false };
      state = 'role';
      return;
    }
    if (draft === undefined) {
      if (element.token === any) return;
      if (!lost) misplaced(element);
      lost = true;
      return;
    }
    draft.end = element.end;
    if (token === END) {
      const next = elements[i + 1];
      if (state === 'header' && draft.texts.length === 0) {
        // The documents that define the format have this mistake: the wrong token closes the header, and the message continues
        //
        faults.push({ kind: 'header-close', start: element.start, end: element.end, text: MESSAGE });
        if (next !== undefined && next.token !== START) {
          draft.hasMessage = true;
          state = 'body';
          return;
        }
      } else if (state === 'role') misplaced(element);
      finish(false);
      state = 'between';
    } else if (token === MESSAGE) {
      if (state !== 'header') misplaced(element);
      draft.hasMessage = true;
      state = 'body';
    } else if (string !== undefined && state === 'role') {
      draft.role = string;
      state = 'header';
    } else if (string !== undefined) {
      // A text in the header is only reported once, since the token that ends the header may still follow.
      if (state === 'header' && draft.texts.length === 0) misplaced(element);
      draft.texts.push(string);
    }
  });
  const last = draft as Draft | undefined;
  // A prompt may end in the header of the assistant, which the model continues, but not in any other header (WIRE-15).
  if (state === 'role' && last) misplaced(last.opener);
  if (state === 'header' && last?.role && last.role.value.toLowerCase() !== modelRole) {
    faults.push({ kind: 'sequence', start: last.role.start, end: last.role.end, text: expected.header });
  }
  if (last === undefined) {
    const end = elements.at(-1) ?? { start: root.end - 1, end: root.end };
    faults.push({ kind: 'not-request', start: end.start, end: end.end, text: '' });
  }
  finish(true);
  return { messages, faults };
}

/**
 * Faults that leave no doubt about what a message is: a header closed by the wrong token, an alternative name of a token
 * and a message that ends where the next one begins.
 */
const harmless = new Set<WireFault['kind']>(['not-request', 'header-close', 'footer-missing']);
const isHarmless = ({ kind, text }: WireFault) => harmless.has(kind) || (kind === 'token-unknown' && byName.has(text));

/**
 * Removes faults that may be consequences of broken JSON. If the JSON is broken in a message, or before the first message, its
 * elements may be parsed incorrectly, so only the syntax is reported. A message extends to the beginning of the next one.
 */
function withoutSyntaxFallout(wire: Wire, { faults: ofJson, root }: JsonReading): Wire {
  const broken = ofJson.filter(isSyntaxFault);
  if (broken.length === 0) return wire;
  const starts = [root?.start ?? 0, ...wire.messages.map(({ opener }) => opener.start)];
  const inBroken = new Set(broken.map(({ start }) => indexBefore(starts, start)));
  return {
    ...wire,
    messages: wire.messages.map((message, i) => (inBroken.has(i + 1) ? { ...message, broken: true } : message)),
    faults: wire.faults.filter(({ start }) => !inBroken.has(indexBefore(starts, start))),
  };
}

/**
 * Marks messages that contain a fault as unsound. Such a message may really be a different one, since an end or a beginning may
 * be missing.
 */
function markSound(wire: Wire): Wire {
  const { messages, faults } = wire;
  const grave = faults.filter((fault) => !isHarmless(fault)).sort((a, b) => a.start - b.start);
  if (grave.length === 0) return wire;
  let next = 0;
  return {
    ...wire,
    messages: messages.map((message) => {
      while ((grave[next]?.end ?? Number.POSITIVE_INFINITY) <= message.start) next++;
      return { ...message, sound: (grave[next]?.start ?? Number.POSITIVE_INFINITY) >= message.end };
    }),
  };
}

const any = 'any';
/** The maximum number of consecutive unknown tokens that are skipped. */
const reach = 8;
/** The expected token in each state. An unknown token is treated as this token. */
const tokenByState: Record<State, string | undefined> = { between: START, role: undefined, header: MESSAGE, body: END };

const byName = new Map(wireTokens.flatMap(({ name, aliases }) => [name, ...aliases].map((one) => [one, name])));

function elementOf(node: JsonNode, faults: WireFault[]): Element | undefined {
  const { start, end } = node;
  if (node.kind === 'string') return { start, end, token: undefined, string: node };
  const token = memberOf(node, 'token')?.value;
  const alone = node.kind === 'object' && node.members.length === 1;
  if (token?.kind !== 'string' || !alone) {
    faults.push({ kind: 'shape', start, end, text: token?.kind === 'string' ? 'members' : 'element' });
    return { start, end, token: byName.get(tokenIn(node) ?? '') ?? any, string: undefined };
  }
  const tokenName = nearest(token.value);
  if (tokenName !== token.value) {
    faults.push({ kind: 'token-unknown', start, end, text: token.value, suggestion: tokenName });
  }
  return { start, end, token: tokenName ?? any, string: undefined };
}

/** The string in the field `token`; if that key is misspelled, the string in the only field of the object. */
function tokenIn(node: JsonNode): string | undefined {
  const [only] = node.kind === 'object' && node.members.length === 1 ? node.members : [];
  return textOf(node, 'token') ?? (only?.value?.kind === 'string' ? only.value.value : undefined);
}

/** The token that a text stands for: its name, an alternative name, a misspelled name, or an abbreviation (`<|msg|>`). */
function nearest(text: string): string | undefined {
  const word = text.slice(0, 64).trim().toLowerCase();
  return byName.get(text) ?? byName.get(word) ?? closest(word, names) ?? abbreviated(word);
}

const letters = (text: string) => text.replace(/[^a-z]/g, '');
const words = names.map((name) => [letters(name), name] as const);

/** The only token whose name contains the letters of a text in the same order. At least three letters are required. */
function abbreviated(text: string): string | undefined {
  const short = letters(text);
  if (short.length < 3) return undefined;
  const matching = words.filter(([word]) => word[0] === short[0] && isWithin(short, word));
  return matching.length === 1 ? matching[0]?.[1] : undefined;
}

function isWithin(short: string, word: string): boolean {
  let index = 0;
  for (const letter of word) if (letter === short[index]) index++;
  return index === short.length;
}
