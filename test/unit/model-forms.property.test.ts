/** Random conversations are written in each form that `--to` offers for models, and read back. Every difference is reported. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import { type TargetName, targetNames } from '../../server/src/convert/forms.ts';
import { convertJson, convertTranscript, type Options } from '../../server/src/convert/index.ts';
import { type ModelForm, modelForms } from '../../server/src/grammar/model-forms.ts';
import { type InputForms, learnFrames, modelText, readPrompt } from '../../server/src/learn/index.ts';
import { Transcript } from '../../server/src/syntax/transcript.ts';
import type { JinjaTemplate } from '../../server/src/templates/jinja-template.ts';
import { modelTemplate } from '../../server/src/templates/models/index.ts';
import { seedOf, whole } from '../support/effort.ts';
import { requestOf, type Sample } from '../support/learn/conversations.ts';
import { conversation } from '../support/learn/random-conversations.ts';

const { OCML_RUNS } = process.env;
const numRuns = OCML_RUNS === undefined ? (whole ? 10_000 : 60) : Number(OCML_RUNS);
const seed = seedOf(20_261_127);

interface ReadMessage {
  readonly role: string;
  readonly content?: string | null;
  readonly reasoning_content?: string;
  readonly tool_call_id?: string;
  readonly tool_calls?: readonly {
    readonly id?: string;
    readonly function: { readonly name: string; readonly arguments: unknown };
  }[];
}

/** The features of a list of messages that a form lacks. */
interface Lacks {
  readonly calls?: boolean;
  readonly reasoning?: boolean;
  /** Instructions become a part of the first question. */
  readonly system?: boolean;
  /** Text in arguments that looks like another value is read as that value. */
  readonly texts?: boolean;
}

/**
 * Normalizes a conversation, so that conversations with the same content are equal: numbers the ids in order, and omits features that the
 * form lacks.
 */
function said(messages: readonly ReadMessage[], lacks: Lacks) {
  const ids = new Map<string, number>();
  const idOf = (id = '') => {
    if (!ids.has(id)) ids.set(id, ids.size);
    return ids.get(id);
  };
  let instructions = '';
  return messages.flatMap(({ role, content, reasoning_content: reasoning, tool_call_id: id, tool_calls: calls }) => {
    const text = content ?? '';
    if (lacks.calls && (role === 'tool' || (calls && text === ''))) return [];
    if (lacks.system && role === 'system') {
      instructions += `${text}\n\n`;
      return [];
    }
    const all = instructions + text;
    instructions = '';
    return {
      role,
      text: all,
      ...(reasoning && !lacks.reasoning && { reasoning }),
      ...(!lacks.calls &&
        calls && {
          calls: calls.map(({ id: own, function: { name, arguments: args } }) => ({
            id: idOf(own),
            name,
            args: argumentsIn(args, lacks),
          })),
        }),
      ...(role === 'tool' && { id: idOf(id) }),
    };
  });
}

function argumentsIn(given: unknown, lacks: Lacks): unknown {
  const args = (typeof given === 'string' ? JSON.parse(given) : given) as Record<string, unknown>;
  if (!lacks.texts) return args;
  return Object.fromEntries(Object.entries(args).map(([key, value]) => [key, valueRead(value)]));
}

function valueRead(text: unknown): unknown {
  try {
    const value: unknown = JSON.parse(String(text));
    return typeof text === 'string' && typeof value !== 'string' ? value : text;
  } catch {
    return text;
  }
}

const lacksOf: Readonly<Partial<Record<string, Lacks>>> = {
  gemma: { calls: true, reasoning: true, system: true },
  glm: { texts: true },
  phi: { reasoning: true },
};

const usual: InputForms = {
  ...{ arguments: 'string', callContent: null, reasoning: 'reasoning_content' },
  ...{ nineCharacterIds: false, idsNameTools: false },
};

/** Returns a conversation as `ocml convert --to messages` writes it. */
const requestWith = (sample: Sample) => {
  const { messages, tools } = requestOf(sample, usual);
  return { messages: messages as unknown as readonly ReadMessage[], ...(tools && { tools }) };
};

suite('a conversation that is written for a model is read back', () => {
  for (const form of modelForms)
    test(form.name, () => {
      const template = modelTemplate(form.name) as JinjaTemplate;
      const setting = { variables: new Map(), clock: undefined };
      const frames = learnFrames(template, setting);
      assert.deepEqual(frames.uncertain, []);
      const lacks = lacksOf[form.name] ?? {};
      fc.assert(
        fc.property(conversation, fc.boolean(), (plain, tools) => {
          const sample = { ...plain, tools };
          const request = requestWith(sample);
          const { text, notes } = modelText(JSON.stringify(request), {
            ...{ template, setting, forms: frames.forms, generation: sample.generation, form },
          });
          const reading = readPrompt(text, template, frames, setting);
          assert.equal(reading?.proof.kind, 'equal', text);
          assert.deepEqual(said(reading?.messages as never, lacks), said(request.messages, lacks), text);
          if (!lacks.calls) assert.deepEqual(reading?.tools, request.tools ?? [], text);
          const isLossy = losesIn(request, form, lacks);
          assert.equal(notes.length > 0, isLossy, JSON.stringify([notes, text]));
        }),
        { numRuns, seed },
      );
    });
});

function losesIn({ messages, tools }: ReturnType<typeof requestWith>, form: ModelForm, lacks: Lacks): boolean {
  const calls = messages.some((one) => one.tool_calls !== undefined);
  return (
    (calls && (form.calls === 'none' || form.ids !== 'kept')) ||
    (lacks.reasoning === true && messages.some((one) => one.reasoning_content !== undefined)) ||
    (tools !== undefined && form.calls === 'none')
  );
}

suite('a conversation that is written in a dialect is read back', () => {
  const texts = targetNames.filter((name) => ['hermes', 'llama3', 'phi3', 'harmony', 'openchatml-2.2'].includes(name));
  for (const to of texts)
    test(to, () => {
      let converted = 0;
      const options: Options = { to, public: false, from: undefined, keepNames: false, bos: undefined };
      fc.assert(
        fc.property(conversation, (sample) => {
          const request = requestWith(sample);
          const { output, notes } = convertJson(JSON.stringify(request), options, true);
          if (output === undefined || !('text' in output)) {
            assert.ok(notes.some(({ kind }) => kind === 'refused'));
            return;
          }
          const again = convertTranscript(new Transcript('t:', 'ocml', 0, output.text, { dialect: dialectOf(to) }), {
            ...{ ...options, to: 'messages' },
          });
          const value = (again.output as unknown as { value: { messages: readonly ReadMessage[] } }).value;
          converted++;
          const lacks = { reasoning: to === 'llama3' || to === 'phi3' };
          assert.deepEqual(said(value.messages, lacks), said(request.messages, lacks), output.text);
        }),
        { numRuns, seed },
      );
      assert.ok(converted > numRuns / 10, `only ${converted} were written`);
    });
});

const dialectOf = (to: TargetName) => (to === 'hermes' ? 'openchatml-0.1' : to) as 'harmony';
