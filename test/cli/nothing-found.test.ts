/** Messages for input in which nothing is found, and for wrong options and names. Each message names the subject and the remedy. */
import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { after, suite, test } from 'node:test';
import { clean, createFolder } from './ocml.ts';

const folder = createFolder({ 'chat.ocml': clean, 'plain.txt': 'Hello world\n', 'empty.ocml': '' });
mkdirSync(join(folder.path, 'folder'));
after(() => folder.remove());

type Rows = readonly (readonly [line: string, status: number, says: RegExp])[];

function says(rows: Rows): void {
  for (const [line, status, expected] of rows)
    test(line, () => {
      const found = folder.ocml(...line.split(' '));
      assert.match(found.stderr, expected);
      assert.equal(found.status, status);
    });
}

suite('a file without messages is named', () => {
  says([
    ['inspect plain.txt', 1, /^ocml inspect: plain\.txt: this is not a transcript: it has neither/],
    ['inspect --stats empty.ocml', 1, /^ocml inspect: empty\.ocml: it contains no message$/m],
    ['render --as text plain.txt', 1, /^ocml render: plain\.txt: this is not a transcript: it has neither/],
    ['render --template chatml plain.txt', 1, /^ocml render: plain\.txt: this is not a transcript: it has neither/],
    ['truncate --max-tokens 9 plain.txt', 1, /^ocml truncate: plain\.txt: this is not a transcript: it has neither/],
    ['render --as text empty.ocml', 0, /^ocml render: empty\.ocml: it contains no message$/m],
    ['render --as text --channel final --debug empty.ocml', 0, /^$/],
    ['stream plain.txt', 1, /^ocml stream: this is neither a transcript nor a stream of chat API events/],
    ['stream empty.ocml', 0, /^ocml stream: empty\.ocml: there are no events, because the input contains no message/],
    ['import --template chatml empty.ocml', 1, /^ocml import: empty\.ocml: it contains no message$/m],
    ['explain empty.ocml', 1, /^ocml explain: empty\.ocml is empty/],
    ['explain plain.txt', 1, /^ocml explain: plain\.txt: no model output was found/],
    [
      'explain --choose 2 --parser harmony plain.txt',
      2,
      /^ocml explain: plain\.txt: there is no output 2: the input contains only one$/m,
    ],
  ]);
});

suite('a wrong name or value is told with what it may be', () => {
  says([
    ['check --rule wire-json chat.ocml', 2, /--rule takes CODE=SEVERITY, as in wire-json=off\. SEVERITY is error, /],
    ['check --rule E-CALL-SCHEM=off chat.ocml', 2, /there is no rule E-CALL-SCHEM; did you mean E-CALL-SCHEMA\?/],
    ['check --rule wire-jsn=off chat.ocml', 2, /there is no rule wire-jsn; did you mean wire-json\?/],
    [
      'render --template folder chat.ocml',
      2,
      /folder: neither chat_template\.jinja nor tokenizer_config\.json was found in this/,
    ],
    [
      'render --template none chat.ocml',
      2,
      /there is no template none: it is neither a file nor a model in the local cache, and the known templates are/,
    ],
    ['format --write', 2, /--write needs a FILE/],
  ]);
});
