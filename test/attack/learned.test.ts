/**
 * `ocml import` reads the text of a model with a single fault. It may read reasoning, a call or a reply as visible text only if it reports
 * a doubt: that the reading is uncertain, or that the template has not written the text.
 */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { createChecker, openDocument } from '../../server/src/documents/document.ts';
import { exported } from '../../server/src/features/export/index.ts';
import { type Reading, readPrompt, requestInForms } from '../../server/src/learn/index.ts';
import { readJson } from '../../server/src/syntax/json/read.ts';
import { givenBy } from '../../server/src/templates/input/conversation.ts';
import { TemplateError } from '../../server/src/templates/jinja/errors.ts';
import { plain } from '../../server/src/templates/jinja/runtime/text.ts';
import { someOf } from '../support/effort.ts';
import { learned, setting } from '../support/learn/measure.ts';
import { ownTemplates } from '../support/learn/own-templates.ts';
import { templateSets } from '../support/templates/published.ts';

const canary = 'CANARY';
/** Matches a canary, even if one of its letters has the fault. */
const signs = /CANAR|ANARY/;

const request = JSON.stringify({
  messages: [
    { role: 'user', content: 'Hi' },
    {
      ...{ role: 'assistant', content: null, reasoning_content: `Think ${canary}` },
      tool_calls: [{ id: 'call12345', type: 'function', function: { name: 'f', arguments: `{"a": "${canary}"}` } }],
    },
    { role: 'tool', tool_call_id: 'call12345', content: `Reply ${canary}` },
    { role: 'assistant', content: 'Done.', reasoning_content: `More ${canary}` },
  ],
});

/** Returns three texts with a fault at an offset: with a missing character, with an added character, and cut off. */
const faults = (text: string, at: number): readonly string[] => [
  text.slice(0, at) + text.slice(at + 1),
  `${text.slice(0, at)}x${text.slice(at)}`,
  text.slice(0, at),
];

/** Returns the text of messages that users see. */
function visible({ json }: Reading): string {
  const document = openDocument('messages.json', 'json', 0, json, undefined);
  const checker = createChecker(document, { strict: false, levels: {} });
  return [...exported(document, { as: 'text', channel: undefined, debug: false }, checker)].join('');
}

const isCertain = ({ proof, ambiguities }: Reading): boolean =>
  (proof.kind === 'equal' || proof.kind === 'open') && ambiguities.length === 0;

/** Tries faults in the text that a template writes. Returns false if the template refuses the conversation or writes no hidden text. */
function attack(source: string, placesOf: (text: string) => readonly number[]): boolean {
  const { template, frames } = learned(source);
  const json = requestInForms(request, frames.forms);
  const { variables } = givenBy(readJson(json).root as never, json, false);
  for (const [name, value] of setting.variables) variables.set(name, value);
  variables.set('add_generation_prompt', false);
  let text: string;
  try {
    text = plain(template.render(variables, { clock: setting.clock as Date }).text);
  } catch (error) {
    if (error instanceof TemplateError) return false;
    throw error;
  }
  if (!signs.test(text)) return false;
  const whole = readPrompt(text, template, frames, setting);
  if (whole && isCertain(whole)) assert.doesNotMatch(visible(whole), signs);
  for (const at of placesOf(text))
    for (const fault of faults(text, at)) {
      const found = readPrompt(fault, template, frames, setting);
      if (found === undefined || found.messages.length === 0 || !isCertain(found)) continue;
      assert.doesNotMatch(visible(found), signs, fault);
    }
  return true;
}

const places = (text: string): readonly number[] => Array.from({ length: text.length }, (_, i) => i);

suite('one fault in the text of a model', () => {
  for (const [family, source] of Object.entries(ownTemplates)) {
    if (family === 'gemma') continue;
    test(`${family}: what is hidden is not visible where the reading is certain`, () => {
      assert.ok(attack(source, (text) => someOf(places(text))));
    });
  }

  /** In these templates, a reply begins with a single bracket. Without that bracket, the reply is an answer in the same message. */
  const isExcepted = (model: string) => model.startsWith('Apertus');
  /** A prompt may begin with long instructions of the template itself, so only the last offsets are tried. */
  const lastPlaces = (text: string) =>
    places(text)
      .slice(-600)
      .filter((at) => at % 7 === 0);

  for (const [title, set, carrier] of templateSets())
    test(title, { skip: set === undefined && `needs ${carrier}` }, () => {
      const all = (set ?? []).filter(({ model }) => !isExcepted(model));
      const attacked = someOf(all).filter(({ source }) => attack(source, lastPlaces));
      assert.ok(attacked.length > 3);
    });
});
