/**
 * Conversions for the rows of the table that describe a case instead of showing a text. Each runs `ocml` on an input and checks the output.
 */
import { createFolder } from '../cli/ocml.ts';
import type { Row, sides } from './expectations.ts';

interface Converted {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

interface Conversion {
  /** The name of the input file. It determines the dialect. */
  readonly file: string;
  readonly text: string | Buffer;
  /** The subcommand of `ocml`. The default is `convert`. */
  readonly command?: string;
  readonly args: readonly string[];
  /** Returns a description of the faults in the output, or an empty string. */
  faults(converted: Converted): string;
}

type Side = (typeof sides)[number];

const frame = (header: string, body: string, end = 'end') => `<|start|>${header}<|message|>${body}<|${end}|>`;
const analysis = frame('assistant<|channel|>analysis', 'secret');
const final = frame('assistant<|channel|>final', 'shown');
const call = frame('assistant to=functions.f call_id=c1<|channel|>commentary<|constrain|>json', '{}', 'call');
const in22 = (...frames: readonly string[]) => `version: 2.2\n${frames.join('\n')}\n`;

const has =
  (text: string) =>
  ({ stdout }: Converted) =>
    stdout.includes(text) ? '' : `lacks ${text}`;
const lacks =
  (...texts: readonly string[]) =>
  ({ stdout, stderr }: Converted) =>
    texts
      .filter((text) => (stdout + stderr).includes(text))
      .map((text) => `shows ${text}`)
      .join();
const all =
  (...checks: readonly Conversion['faults'][]) =>
  (converted: Converted) =>
    [...checks.map((check) => check(converted)), converted.status === 0 ? '' : converted.stderr]
      .filter((one) => one !== '')
      .join('; ');

/** Returns the text whose user view a row describes. `\n` in the row becomes a line break. */
const viewed = ({ positive }: Row) =>
  (/^view of `([^]*?)` →/.exec(positive?.text ?? '')?.[1] ?? '').replaceAll('\\n', '\n');

const publicly = ['--public', '--to', 'messages'] as const;
/** Converts the text of a row to a list of the messages that users see. */
const view = (row: Row, file: string, ...checks: readonly Conversion['faults'][]): Conversion => ({
  ...{ file, text: viewed(row), args: publicly, faults: all(...checks) },
});
const publicOf = (...frames: readonly string[]): Conversion => ({
  ...{ file: 'a.ocml', text: in22(...frames), args: publicly, faults: all(has('shown'), lacks('secret')) },
});
const both = (conversion: (row: Row) => Conversion) => ({ positive: conversion, negative: conversion });

const projection = (member: string): Conversion => ({
  ...{ file: 'a.ocml', text: in22(call), args: ['--to', 'openchatml-json'], faults: all(has(member)) },
});

const event = (id: string | undefined, delta: string) =>
  `${JSON.stringify({ event: 'response.delta', message_id: id, channel: 'final', delta })}\n`;

/** Runs `ocml check` on events. The case passes if the output matches `found`. */
const events = (text: string, found: RegExp): Conversion => ({
  ...{ file: 'a.events.jsonl', text, command: 'check', args: [] },
  faults: ({ stdout }) => (found.test(stdout) ? '' : stdout),
});

const onWire = (role: string, text: string) => [{ token: '<|start|>' }, role, { token: '<|message|>' }, text];
const said = (role: string, text: string) => [...onWire(role, text), { token: '<|end_message|>' }];

/** The conversions, by the id of a row and by its side. */
const conversions: Readonly<Record<string, Partial<Record<Side, (row: Row) => Conversion>>>> = {
  'R-078-1': both((row) => view(row, 'a.ocml', lacks('"a', 'b"', 'c"'), has('"messages":[]'))),
  'R-135-6': both((row) => view(row, 'a.harmony', has('"content":"Knock knock."'), lacks('They want'))),
  'R-140-7': both((row) => view(row, 'a.txt', has('"content":"Seven."'), lacks('let me', 'arguments'))),
  '2.2-§5-07': { positive: () => publicOf(analysis, final) },
  '2.2-§7-07': { positive: () => publicOf(analysis, final) },
  '2.2-§11-01': {
    negative: () => publicOf(frame('assistant<|channel|>commentary', 'secret'), final),
  },
  '2.2-§10-03': { positive: () => projection('"id":"c1"') },
  '2.2-§10-04': { positive: () => projection('"recipient":"functions.f"') },
  '2.2-§10-05': { positive: () => projection('"content_type":"json"') },
  '2.2-§10-07': {
    positive: () => ({
      file: 'a.ocml.json',
      text: '{"role":"assistant","channel":"final","content":"4.","thinking":"add"}',
      args: ['--to', 'openchatml-2.2'],
      faults: all(has(`${frame('assistant<|channel|>analysis', 'add')}\n${frame('assistant<|channel|>final', '4.')}`)),
    }),
  },
  '2.2-§12-12': {
    positive: () => ({
      file: 'a.ocml',
      text: in22(analysis, call, frame('tool to=assistant call_id=c1 name=functions.f', '1')),
      args: ['--to', 'openchatml-2.2', '--for-sampling', 'ocm'],
      faults: all(has(in22(analysis, call, frame('tool to=assistant call_id=c1 name=functions.f', '1')))),
    }),
  },
  '0.1b-§4-05': {
    positive: ({ positive }) => ({
      file: 'a.txt',
      text: positive?.text.replace(/ → .*$/s, '') ?? '',
      args: ['--to', 'openchatml-2.2'],
      faults: all(has(`analysis<|message|><|start_reason|>a<|end|>\n${frame('assistant<|channel|>final', 'b')}`)),
    }),
  },
  'HARM-03': {
    negative: () => ({
      file: 'a.ocml',
      text: in22(frame('user', 'say <<|end|> now')),
      args: ['--to', 'harmony'],
      faults: ({ status, stdout, stderr }) =>
        status === 1 && stdout === '' && stderr.includes('harmony-unrepresentable') ? '' : `${status} ${stderr}`,
    }),
  },
  '2.2-§9-02': {
    negative: () =>
      events(`{"event":"response.cancel","message_id":"m3"}\n${event('m3', 'x')}`, /^a\S+:2:\d+: warning stream-event/),
  },
  '2.2-§9-05': {
    positive: () => events(event('m1', 'a') + event('m2', 'b') + event('m1', 'c'), /^1 file: 0 errors, 0 warnings/),
    negative: () => events(event('m1', 'a') + event(undefined, 'b'), /^a\S+:2:\d+: warning stream-event/),
  },
  'WIRE-17': {
    positive: () => ({
      file: 'a.chatml.json',
      text: JSON.stringify([...said('user', 'Hi'), { token: '<|start|>' }, 'assistant', { token: '<|message|>' }]),
      command: 'wire',
      args: ['--append', '["I am well!",{"token":"<|end_message|>"}]'],
      faults: ({ stdout, stderr }) =>
        stderr + (stdout.endsWith('"I am well!", {"token":"<|end_message|>"}]') ? '' : stdout),
    }),
  },
  'WIRE-19': {
    positive: () => ({
      file: 'a.chatml.json',
      text: JSON.stringify([
        ...said('system', 'Be brief.'),
        ...said('user', 'old '.repeat(50)),
        ...said('assistant', 'older '.repeat(50)),
        ...said('user', 'new'),
      ]),
      command: 'truncate',
      args: ['--max-tokens', '20'],
      faults: all(has('Be brief.'), has('new'), lacks('old')),
    }),
  },
  'HARM-30': {
    positive: () => ({
      file: 'a.harmony',
      text: Buffer.concat([
        Buffer.from('<|start|>assistant<|channel|>final<|message|>a'),
        Buffer.from([0xff]),
        Buffer.from(' 日<|return|>'),
      ]),
      command: 'stream',
      args: [],
      faults: all(has('"delta":"a\uFFFD 日"')),
    }),
  },
  'HARM-31': {
    positive: () => ({
      file: 'a.harmony',
      text: `${frame('user', 'a')}${analysis}${final}${frame('user', 'b')}${frame('assistant<|channel|>analysis', 'kept')}${final}`,
      args: ['--to', 'harmony', '--for-sampling', 'harmony'],
      faults: all(has('kept'), lacks('secret')),
    }),
  },
};

/** Returns the faults of a row's conversion, or undefined if no conversion is defined for the row. */
export function conversionFaults(row: Row, side: Side): string[] | undefined {
  const conversion = Object.hasOwn(conversions, row.id) ? conversions[row.id]?.[side]?.(row) : undefined;
  if (conversion === undefined) return undefined;
  const { file, text, command = 'convert', args } = conversion;
  const folder = createFolder({ [file]: text });
  try {
    const faults = conversion.faults(folder.ocml(command, ...args, file));
    return faults === '' ? [] : [`${side}: ${faults}`];
  } finally {
    folder.remove();
  }
}
