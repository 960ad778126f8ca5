/** Words that are probably intended as a token, with one character too many, too few or wrong. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nearTokens } from '../../server/src/syntax/tokens/near-tokens.ts';

const found = (text: string) => [...nearTokens(text, 0, text.length)].map(({ token }) => token.name);

test('a bracket or a bar in any place of a token', () => {
  const right = '<|start_reason|>';
  for (let at = 0; at <= right.length; at++)
    for (const sign of ['<', '>', '|'])
      for (const wrong of [
        right.slice(0, at) + sign + right.slice(at),
        right.slice(0, at) + sign + right.slice(at + 1),
      ])
        assert.deepEqual(found(`a ${wrong}b`), ['start_reason'], wrong);
});

test('what begins the next token is of that one', () => {
  assert.deepEqual(found('<|start_reason|><|end_reason|>'), ['start_reason', 'end_reason']);
  assert.deepEqual(found('a call<|end|>'), ['end']);
});

test('the signs that follow a stretch are not those of a token in it', () => {
  const text = '<|functiole_sep| `\n<|im_end|>';
  const to = text.indexOf('\n');
  assert.deepEqual(
    [...nearTokens(text, 0, to)].map(({ start, end }) => [start, end]),
    [[0, to]],
  );
});
