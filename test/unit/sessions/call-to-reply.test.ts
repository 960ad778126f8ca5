/** Navigation from a call to its reply and back, across thousands of records: definition, references, and the link in the preview. */
import '../../support/scaling/counting.ts';
import assert from 'node:assert/strict';
import { after, suite, test } from 'node:test';
import { jsonFeatures } from '../../../server/src/features/json.ts';
import type { JsonDocument } from '../../../server/src/syntax/json/document.ts';
import { ask } from '../../attack/leaks/views.ts';
import { stopCounting, takeSteps } from '../../support/scaling/steps.ts';
import { farReplies } from '../../support/sessions/claude-code.ts';
import { openSession } from '../../support/sessions/telling.ts';

after(stopCounting);

interface Place {
  readonly range: { readonly start: { readonly line: number } };
}

/** Returns the lines of the locations that a request returns. The request is made near the end of a text in the document. */
function linesOf(document: JsonDocument, method: string, text: string): number[] {
  const position = document.positionAt(document.getText().indexOf(text) + text.length - 2);
  const params = { textDocument: { uri: document.uri }, position, context: { includeDeclaration: true } };
  const found = jsonFeatures()[method]?.(document, params as never, () => ({ strict: false, levels: {} }));
  return (found as Place[]).map(({ range }) => range.start.line);
}

/** Returns the line of the call or reply to which the preview links the message on a line of the file. */
function linkAt(document: JsonDocument, line: number): number | undefined {
  const { messages } = ask(document, { debug: true, around: { line, character: 0 }, limit: 20 });
  return messages.find(({ range }) => range.start.line === line)?.pair?.other?.line;
}

/** Navigates from the first, the middle and the last call to their replies and back. */
function follow(document: JsonDocument, count: number): void {
  for (const i of [0, count >> 1, count - 1]) {
    const [call, reply] = [1 + i, 1 + count + i];
    assert.deepEqual(linesOf(document, 'textDocument/definition', `"tool_use_id":"t${i}"`), [call]);
    assert.deepEqual(linesOf(document, 'textDocument/references', `"id":"t${i}"`), [call, reply]);
    assert.equal(linkAt(document, call), reply);
    assert.equal(linkAt(document, reply), call);
  }
}

suite('calls and replies that are far apart', () => {
  test('lead to each other over 10,000 records', () => {
    follow(openSession(farReplies(10_000)), 10_000);
  });

  test('in proportion to the log', () => {
    const stepsFor = (count: number) => {
      takeSteps();
      follow(openSession(farReplies(count)), count);
      return takeSteps();
    };
    // The first run also compiles code, so its steps are not counted.
    stepsFor(10);
    const [one, two, four] = [250, 500, 1000].map(stepsFor) as [number, number, number];
    assert.ok(four - two < 2.3 * (two - one), `${one}, ${two}, ${four}`);
  });
});
