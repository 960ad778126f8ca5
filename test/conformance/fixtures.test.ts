/**
 * Transcripts in our own words, with the structure of the worked examples in the sources. Those of OpenChatML 2.2 §2, §8, §16 and §17 have
 * its numbers; others show the forms of Harmony.
 *
 * Only the listed problems are reported. In `examples/`, only `mistakes.ocml` has errors.
 */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { dialectOfFile } from '../../server/src/syntax/dialect.ts';
import { type CheckOptions, check, summary } from '../support/check.ts';
import { root } from '../support/root.ts';

/** The problems of each file, without `document-header-missing`. */
const fixtures: Readonly<Record<string, readonly string[]>> = {
  '2-document-header.ocml': [],
  '8.1-invocation.ocml': [],
  '16.1-minimal-chat.ocml': [],
  '16.2-function-call.ocml': [],
  '16.3-preamble.ocml': [],
  '16.4-literal-block.ocml': [],
  '17.1-no-channels.ocml': [],
  '17.2-all-channels.ocml': [],
  '17.3-concurrent-calls.ocml': [],
  '17.4-tool-error.ocml': ['E-TOOL-TIMEOUT «"E-TOOL-TIMEOUT"»'],
  '17.5-literal-start.ocml': [],
  '17.6-constraint-violated.ocml': ['E-BODY-CONSTRAINT-VIOLATION «}»'],
  '17.7-harmony-preamble.ocml': [],
  '17.8-legacy-role.ocml': ['role-legacy «functions.wind»'],
  'answer-cut-off.harmony': ['E-STREAM-TRUNCATED «<|start|>»'],
  'answer-returned.harmony': [],
  'builtin-call-code.harmony': [],
  'call-after-channel.harmony': [],
  'call-bare-json.harmony': ['call-unanswered «to=functions.opening_hours»'],
  'call-before-channel.harmony': [],
  'call-ended-by-end.harmony': ['call-unanswered «to=functions.opening_hours»', 'call-terminator «<|end|>»'],
  'call-in-analysis-after-channel.harmony': [
    'E-STREAM-TRUNCATED «<|start|>»',
    'tool-channel «analysis»',
    'recipient-format «to=opening_hours»',
    'call-unanswered «to=opening_hours»',
    'content-type-unknown «code»',
  ],
  'call-in-analysis-code.harmony': [
    'E-STREAM-TRUNCATED «<|start|>»',
    'recipient-format «to=opening_hours»',
    'call-unanswered «to=opening_hours»',
    'tool-channel «analysis»',
    'content-type-unknown «code»',
  ],
  'completion.harmony': [],
  'named-user.harmony': ['harmony-rejects «user:mira»'],
  'no-channel-cut-off.harmony': ['E-STREAM-TRUNCATED «<|start|>»'],
  'no-header.harmony': ['E-PARSE-HEADER «I cannot say»'],
  'no-message-token.harmony': ['E-PARSE-HEADER «<|end|>»', 'E-PARSE-HEADER «<|end|>»'],
  'open-turn.harmony': [],
  'return-on-analysis.harmony': ['return-misplaced «<|return|>»', 'return-not-last «<|return|>»'],
  'tool-role.harmony': [],
  'tool-role-alone.harmony': ['harmony-rejects «functions.opening_hours»'],
  'tool-role-cut-off.harmony': ['E-STREAM-TRUNCATED «<|start|>»'],
};

/** The errors that `examples/mistakes.ocml` demonstrates. */
const mistakes = [
  'E-PARSE-HEADER',
  'E-PARSE-HEADER',
  'E-PARSE-HEADER',
  'call-id-missing',
  'E-BODY-CONSTRAINT-VIOLATION',
  'call-id-unmatched',
  'end-missing',
];

function read(folder: string, file: string): [text: string, options: CheckOptions] {
  const dialect = dialectOfFile(file);
  return [readFileSync(join(root, folder, file), 'utf8'), dialect === undefined ? {} : { dialect }];
}

suite('fixtures', () => {
  const folder = 'test/conformance/fixtures';

  test('each is listed here', () => {
    assert.deepEqual(readdirSync(join(root, folder)).sort(), Object.keys(fixtures).sort());
  });

  for (const [file, problems] of Object.entries(fixtures)) {
    test(file, () => assert.deepEqual(summary(...read(folder, file)), problems));
  }
});

suite('examples', () => {
  for (const file of readdirSync(join(root, 'examples')).filter((name) => /\.(ocml|harmony)$/.test(name))) {
    test(file, () => {
      const errors = check(...read('examples', file)).filter(({ severity }) => severity === 'error');
      assert.deepEqual(
        errors.map(({ code }) => code),
        file === 'mistakes.ocml' ? mistakes : [],
      );
    });
  }
});
