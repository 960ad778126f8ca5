/**
 * `textDocument/semanticTokens` of a JSON document. Roles and channels are colored by audience, tools by whether they are declared, and
 * call ids by whether the call is answered. The editor itself colors the rest of the JSON.
 */
import type { Range, SemanticTokens, SemanticTokensDelta } from 'vscode-languageserver-types';
import { channels, type JsonDialectId, roles } from '../../grammar/index.ts';
import { endsOrder } from '../../model/calls/exchange.ts';
import { asMessage, verdictOf } from '../../model/json/as-message.ts';
import { withoutIdsOf } from '../../model/json/call-pairs.ts';
import { type JsonMessage, messagesOf } from '../../model/json/message.ts';
import { dialectOf } from '../../model/json/shapes.ts';
import { toolNamesIn } from '../../model/json/tool-calls.ts';
import type { JsonDocument } from '../../syntax/json/document.ts';
import { type JsonUnit, readUnit } from '../../syntax/json/json-unit.ts';
import { memberOf } from '../../syntax/json/nodes.ts';
import type { Span } from '../../syntax/span.ts';
import { type CallSite, pairedCalls } from '../semantic-tokens/calls.ts';
import { seenAs } from '../semantic-tokens/facts.ts';
import { collector, Modifier, type Token } from '../semantic-tokens/token.ts';
import type { DeltaParams, TokensRangeParams } from '../semantic-tokens.ts';
import { isPosition } from '../support/cursor.ts';

type Add = ReturnType<typeof collector>['add'];

interface Sheet {
  readonly id: string;
  readonly data: readonly number[];
}

const sheetByDocument = new WeakMap<JsonDocument, Sheet>();
let ids = 0;

export function semanticTokens(document: JsonDocument): SemanticTokens {
  const data = encoded(document, 0, document.units.length - 1);
  const resultId = `j${++ids}`;
  sheetByDocument.set(document, { id: resultId, data });
  return { resultId, data };
}

/** A single edit that replaces the numbers between the common beginning and the common end of the old and new tokens. */
export function semanticTokensDelta(
  document: JsonDocument,
  { previousResultId }: DeltaParams,
): SemanticTokens | SemanticTokensDelta {
  const was = sheetByDocument.get(document);
  const now = semanticTokens(document);
  if (was?.id !== previousResultId) return now;
  const most = Math.min(was.data.length, now.data.length);
  let head = 0;
  while (head < most && was.data[head] === now.data[head]) head++;
  let tail = 0;
  while (tail < most - head && was.data.at(-1 - tail) === now.data.at(-1 - tail)) tail++;
  const edit = {
    start: head,
    deleteCount: was.data.length - head - tail,
    data: now.data.slice(head, now.data.length - tail),
  };
  const edits = edit.deleteCount > 0 || edit.data.length > 0 ? [edit] : [];
  return { edits, ...(now.resultId && { resultId: now.resultId }) };
}

export function semanticTokensRange(document: JsonDocument, { range }: TokensRangeParams): SemanticTokens {
  if (!isPosition(range?.start) || !isPosition(range.end)) return { data: [] };
  const [from, to] = [range.start, range.end].map((position) => document.indexAt(document.offsetAt(position)));
  return { data: encoded(document, from as number, to as number, range) };
}

/** The tokens of some units, encoded as numbers as the protocol requires. */
function encoded(document: JsonDocument, from: number, to: number, range?: Range): number[] {
  const data: number[] = [];
  let last = { line: 0, character: 0 };
  for (let index = from; index <= to; index++) {
    for (const { start, end, type, modifiers } of tokensOf(document.units[index] as JsonUnit, document.dialect)) {
      const at = document.positionIn(index, start);
      if (range && (at.line < range.start.line || at.line > range.end.line)) continue;
      const same = at.line === last.line;
      data.push(at.line - last.line, same ? at.character - last.character : at.character, end - start, type, modifiers);
      last = at;
    }
  }
  return data;
}

const tokensByUnit = new WeakMap<JsonUnit, readonly Token[]>();

function tokensOf(unit: JsonUnit, dialect: JsonDialectId): readonly Token[] {
  let tokens = tokensByUnit.get(unit);
  if (tokens === undefined) {
    tokens = read(unit, dialect);
    tokensByUnit.set(unit, tokens);
  }
  return tokens;
}

function read(unit: JsonUnit, dialect: JsonDialectId): Token[] {
  const { tokens, add } = collector();
  const reading = readUnit(unit);
  const messages = messagesOf(unit, dialect);
  const sites = messages.map((message) => siteOf(message));
  const state = pairedCalls(
    sites.filter((site) => site !== undefined),
    withoutIdsOf[dialectOf(reading, dialect)],
  );
  const declared = toolNamesIn(reading);
  messages.forEach((message, i) => {
    const site = sites[i];
    const toolModifiers = declared?.has(message.tool ?? message.name ?? '') ? Modifier.resolved : 0;
    words(unit.text, message, add, site ? (state.get(site) ?? 0) : 0, toolModifiers);
  });
  if (reading.root?.kind === 'array') {
    for (const item of reading.root.items) {
      const token = memberOf(item, 'token')?.value;
      if (token?.kind === 'string') add(token.start + 1, token.end - 1, 'keyword.control');
    }
  }
  // Several messages, such as a thought and an answer, can share one role in the JSON. The role gets only one token.
  let reach = -1;
  return tokens
    .sort((a, b) => a.start - b.start || b.modifiers - a.modifiers)
    .filter(({ start, end }) => {
      if (start < reach) return false;
      reach = end;
      return true;
    });
}

function siteOf(message: JsonMessage): CallSite | undefined {
  const { kind, callId, tool } = asMessage(message);
  if (kind !== 'plain') return { kind, callId, tool };
  return endsOrder(message.role) ? { kind: 'break', callId: undefined, tool: undefined } : undefined;
}

/** Adds tokens for the words of a message that name its speaker, channel, tool and call. */
function words(text: string, message: JsonMessage, add: Add, call: number, tool: number): void {
  const { role, channel, roleSpan, spans } = message;
  const audienceModifiers = seenAs[verdictOf(message).shown];
  const word = (span: Span | undefined, scope: string, modifiers: number) => {
    if (span && text[span.start] === '"' && text[span.end - 1] === '"')
      add(span.start + 1, span.end - 1, scope, modifiers);
  };
  const roleText = text.slice(roleSpan.start + 1, roleSpan.end - 1);
  const unnamed = message.callId === undefined ? call : 0;
  if (roleText === role) word(roleSpan, roles.find(({ name }) => name === role)?.scope ?? otherRole, audienceModifiers);
  else if (roleText !== '' && roleText === message.tool) word(roleSpan, recipient, tool | (call & ~Modifier.resolved));
  word(spans?.channel, channels.find(({ name }) => name === channel)?.scope ?? '', audienceModifiers);
  word(spans?.to, recipient, tool | unnamed);
  word(spans?.name, 'variable.other.name', tool);
  word(spans?.call_id, 'constant.other.call-id', call);
}

const otherRole = 'entity.name.type.role';
const recipient = 'entity.name.function.recipient';
