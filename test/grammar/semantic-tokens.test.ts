/** Semantic tokens and TextMate scopes agree: wherever the server sends a token, the grammar assigns the corresponding scope. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { openDocument } from '../../server/src/documents/document.ts';
import { full } from '../../server/src/features/semantic-tokens/semantic-tokens-in.ts';
import { channels } from '../../server/src/grammar/index.ts';
import { semanticTypes } from '../../server/src/grammar/semantic-tokens.ts';
import { Transcript } from '../../server/src/syntax/transcript.ts';
import { caseOf, rows, sides } from '../conformance/expectations.ts';
import { type Read, readTokens } from '../support/semantic.ts';
import { hasScope, piecesIn } from './expect.ts';
import { type Piece, root, tokenize } from './tokenize.ts';

const fixtures = join(root, 'test/conformance/fixtures');
const texts = [
  ...rows.flatMap((row) => sides.flatMap((side) => caseOf(row, side)?.text ?? [])),
  ...readdirSync(fixtures).map((name) => readFileSync(join(fixtures, name), 'utf8')),
];
const documents = texts.flatMap((text) => {
  const document = openDocument('file:///a.ocml', 'ocml', 0, text, undefined);
  return document instanceof Transcript ? [{ text, document }] : [];
});

interface Placed extends Read {
  readonly start: number;
  readonly end: number;
}

function tokensOf(document: Transcript): Placed[] {
  return readTokens(full(document).data).map((token) => {
    const start = document.offsetAt(token);
    return { ...token, start, end: start + token.length };
  });
}

const channelNames = new Set<string>(channels.map(({ name }) => name));

/** Whether a token expresses something that the grammar cannot know: the audience of a text, or the state of a call in a body. */
function isBeyond({ type, modifiers, start, end }: Placed, text: string, piece: Piece): boolean {
  if (type === 'comment') return modifiers.includes('hidden') && !channelNames.has(text.slice(start, end));
  return type === 'function' && modifiers.length > 0 && hasScope(piece, 'meta.tag.tool_call');
}

/** Returns a piece of text with its surroundings, for the message of a failure. */
const shown = (text: string, start: number, end: number) =>
  `«${text.slice(start, end)}» in ${JSON.stringify(text.slice(Math.max(0, start - 60), end + 40))}`;

test('each token has the scope that it stands for, in all cases of the specifications', async () => {
  const wrong: string[] = [];
  let agreed = 0;
  for (const { text, document } of documents) {
    const pieces = await tokenize(text);
    for (const token of tokensOf(document)) {
      const scope = semanticTypes.find(({ name }) => name === token.type)?.scope as string;
      for (const piece of piecesIn(pieces, token.start, token.end)) {
        if (isBeyond(token, text, piece)) continue;
        agreed++;
        if (!hasScope(piece, scope))
          wrong.push(`${shown(text, token.start, token.end)} is ${token.type}, and ${piece.scopes.slice(1).join(' ')}`);
      }
    }
  }
  assert.deepEqual(wrong, []);
  assert.ok(agreed > 3000, `${agreed} places were compared`);
});

/** Scopes of the tokens that delimit messages, and of the parts of headers. */
const structural = [
  ...['keyword.control', 'keyword.other.thought', 'entity.name.type.role', 'entity.name.tag', 'comment.line.channel'],
  ...['entity.other.attribute-name', 'entity.name.function.recipient', 'constant.other.call-id'],
  ...['variable.other.name', 'support.constant.intent', 'support.type.content-type', 'constant.character.escape.token'],
];

/**
 * Scopes of text that has a color but no semantic token: other languages in bodies, superfluous terminators, tags in a call, and tokens in
 * prose.
 */
const unmarked = [
  ...['source.yaml', 'meta.tag.html', 'keyword.control.end.redundant', 'keyword.control.token'],
  ...['entity.name.tag.function', 'entity.name.tag.parameter'],
];

test('each piece with a scope of structure has a token', async () => {
  const missing: string[] = [];
  for (const { text, document } of documents) {
    const tokens = tokensOf(document);
    for (const piece of await tokenize(text)) {
      const end = piece.at + piece.text.length;
      if (!structural.some((scope) => hasScope(piece, scope))) continue;
      if (unmarked.some((scope) => hasScope(piece, scope))) continue;
      // A system message may list the names of channels.
      if (channelNames.has(piece.text) && hasScope(piece, 'meta.body.instructions')) continue;
      if (tokens.some((token) => token.start < end && token.end > piece.at)) continue;
      missing.push(`${shown(text, piece.at, end)} is ${piece.scopes.slice(1).join(' ')}`);
    }
  }
  assert.deepEqual(missing, []);
});
