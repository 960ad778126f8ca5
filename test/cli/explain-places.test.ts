/**
 * `ocml explain` reports positions in the file it was given, wherever the output is in that file. If there is no exact position, it says
 * so.
 */
import assert from 'node:assert/strict';
import { after, suite, test } from 'node:test';
import { createFolder } from './ocml.ts';

const folder = createFolder({});
after(() => folder.remove());

const bad = '<|channel|>commentary to=functions.f to=functions.g<|message|>{\n"a": 1}<|call|>';
const tags = 'Good\nday\n<tool_call>\n{"name": "f", "arguments": {"a": 1}\n</tool_call>';

interface Placed {
  readonly start: number;
  readonly place?: { readonly line: number; readonly column?: number };
}
const explained = (input: string): { stop: Placed & { word?: Placed }; output: string; problems: Placed[] } =>
  JSON.parse(folder.piped(input, 'explain', '--format', 'json').stdout);
const report = (input: string) => folder.piped(input, 'explain').stdout;

/** Returns the rest of the line from a position on. */
function at(input: string, { line, column = 0 }: NonNullable<Placed['place']>): string {
  return (input.split('\n')[line - 1] as string).slice(column - 1);
}

/** Asserts that the positions in an explanation point to the stop and to the word at fault. */
function pointsAt(input: string, stop: string, word: string): void {
  const { stop: stopped, problems } = explained(input);
  assert.ok(stopped.place && at(input, stopped.place).startsWith(stop), JSON.stringify(stopped));
  assert.ok(stopped.word?.place && at(input, stopped.word.place).trimStart().startsWith(word), JSON.stringify(stopped));
  assert.ok(problems.length > 0 && problems.every(({ place }) => place !== undefined), JSON.stringify(problems));
  const { line, column } = stopped.place;
  assert.match(report(input), new RegExp(`^Rejected at line ${line}, column ${column}:$`, 'm'));
}

const inJson = (value: unknown, indent?: number) => `${JSON.stringify(value, null, indent)}\n`;
const python = (text: string) => `'${text.replaceAll('\n', '\\n')}'`;
const log = (text: string) => `INFO 10:00:00 server: started\nINFO 10:00:01 server: é ${text}\nINFO 10:00:02 done\n`;

/** An input, and the word at fault as it is spelled in that input, if the spelling differs. */
const inputs: readonly [name: string, input: string, word?: string][] = [
  ['the whole input', bad],
  ['after empty lines', `\n\n${bad}\n`],
  ['a string of JSON', `\n  ${inJson(`é"\\${bad}`)}`, 'é\\"'],
  ['a string of Python', `  ${python(`\\x41\\t${bad}`)}\n`, '\\x41'],
  ['text with string escapes', `${JSON.stringify(`"a" ${bad}`).slice(1, -1)}\n`, '\\"a'],
  ['a member of JSON', inJson({ 'a.b': ['"', { content: `\t${bad}` }] })],
  ['a member of JSON in lines', inJson({ id: 1, choices: [{ text: 'Hi' }, { text: bad }] }, 2)],
  ['JSON in JSON', inJson({ id: 1, body: inJson({ content: bad }, 1) }, 2)],
  ['a log that quotes JSON', log(`output: ${JSON.stringify(bad)}, took 3 ms`)],
  ['a log that quotes Python', log(`output: ${python(bad)}, took 3 ms`)],
  ['a log that quotes a prompt before', log(`prompt='<|start|>user<|message|>Hi<|end|>' output=${python(bad)}`)],
  ['a log that has it plain', log(`raw output: ${bad}`)],
  ['a log whose lines have wrappers', log(`raw output: ${bad}`).replace(/^/gm, 'vllm-1  | ')],
  ['a log in JSON', `${inJson({ level: 'info', msg: 'ready' })}${inJson({ level: 'info', output: bad })}`],
  ['an event in lines', `data: {"note": 1,\ndata:  "content": ${JSON.stringify(bad)}}\n\n`],
];

suite('a place is one of the file', () => {
  for (const [name, input, word = 'to=functions.'] of inputs) test(name, () => pointsAt(input, '<|message|>', word));
});

test('in the events of an answer, a place is the line of the event', () => {
  const event = (content: string) => `data: ${inJson({ choices: [{ index: 0, delta: { content } }] })}\n`;
  const input = [tags.slice(0, 20), tags.slice(20, 45), tags.slice(45)].map(event).join('');
  const { stop } = explained(input);
  assert.deepEqual(stop.place, { line: 5 });
  assert.match(report(input), /^Rejected at line 5:$/m);
});

test('a line in colours has no columns', () => {
  const input = log(`\x1b[31moutput:\x1b[0m ${JSON.stringify(bad)}`);
  assert.deepEqual(explained(input).stop.place, { line: 2 });
});

test('where the file does not have the output word for word, places are those of the output', () => {
  const ids = '[200005, 12606, 815, 316, 28, 44580, 1500, 316, 28, 44580, 1500, 200008, 12083, 200012]\n';
  const tool = { function: { name: 'f', arguments: '{"a": 1' } };
  for (const input of [ids, inJson({ choices: [{ message: { tool_calls: [tool], content: null } }] })]) {
    const { stop } = explained(input);
    if (stop !== undefined) assert.equal(stop.place, undefined);
    assert.match(report(input), /at line 1, column \d+ of the output|line 1, column \d+ of the output: /);
  }
});
