/** Frames are learned from chat templates, and prompts are read with them. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { clockIn, learnFrames, readPrompt, type Setting } from '../../server/src/learn/index.ts';
import { addCallIds } from '../../server/src/learn/read/call-ids.ts';
import type { ReadCall, ReadMessage } from '../../server/src/learn/read/conversation.ts';
import { jinjaTemplate } from '../../server/src/templates/jinja-template.ts';
import { learned, measure, setting } from '../support/learn/measure.ts';
import { ownTemplates } from '../support/learn/own-templates.ts';

type Family = keyof typeof ownTemplates;

const read = (family: Family, prompt: string) => {
  const { template, frames } = learned(ownTemplates[family]);
  return readPrompt(prompt, template, frames, setting);
};

suite('learned from templates', () => {
  /** The verdict on each sample, by its first letter: exact, lossy, ambiguous, failed, or refused by the template. */
  const expected: Readonly<Record<Family, string>> = {
    gemma: 'eeeeaarrrrrllr',
    mistral: 'eeeeeellllllll',
    deepseek: 'eeeeeellllllll',
    glm: 'eeeeeelllllell',
    kimi: 'eeeeeellllllll',
    typed: 'eeeeeellllleel',
  };
  for (const [family, letters] of Object.entries(expected))
    test(`conversations that a template like that of ${family} writes are read back`, () => {
      const { template, frames } = learned(ownTemplates[family as Family]);
      const found = measure(template, frames);
      assert.equal(found.map(({ verdict }) => verdict[0]).join(''), letters);
    });

  test('forms, encodings and trimmed contents are facts of the template', () => {
    const { frames } = learned(ownTemplates.deepseek);
    assert.deepEqual(frames.forms, {
      ...{ arguments: 'string', callContent: null, reasoning: 'reasoning_content' },
      nineCharacterIds: false,
      idsNameTools: false,
    });
    assert.equal(learned(ownTemplates.mistral).frames.forms.nineCharacterIds, true);
    const typed = learned(ownTemplates.typed).frames;
    assert.equal(typed.encodings.get('reply'), 'escaped');
    assert.equal(typed.forms.reasoning, 'thinking');
    assert.equal(typed.tools, 'unreadable');
    assert.ok(learned(ownTemplates.glm).frames.trimmed.has('reasoning'));
    assert.ok(!learned(ownTemplates.glm).frames.trimmed.has('user'));
  });

  test('few conversations are tried, and those with tools only where they are written', () => {
    const renders = (source: string): number => {
      const template = jinjaTemplate('t', source);
      let count = 0;
      const counting = {
        ...template,
        render: (...given: Parameters<typeof template.render>) => {
          count++;
          return template.render(...given);
        },
      };
      learnFrames(counting, setting);
      return count;
    };
    assert.ok(renders(ownTemplates.deepseek) <= 150);
    assert.ok(Math.max(...Object.values(ownTemplates).map(renders)) <= 240);
  });

  test('a template without end is stopped, and what is not certain is said', () => {
    const template = jinjaTemplate('t', '{% for i in range(999999999) %}{{ messages[0].content }}{% endfor %}');
    assert.ok(learnFrames(template, setting).uncertain.includes('the template rejects all test conversations'));
  });
});

suite('read', () => {
  test('a text between messages that is damaged is said, wherever it ended up', () => {
    const template = jinjaTemplate(
      't',
      "{% for m in messages %}<|im_start|>{{ 'user\n<|output|>' if m.role == 'tool' else m.role + '\n' }}{{ m.content }}<|im_end|>\n{% endfor %}",
    );
    const frames = learnFrames(template, setting);
    const ambiguities = (prompt: string) => readPrompt(prompt, template, frames, setting)?.ambiguities ?? [];
    const written = (output: string, end: string) =>
      `<|im_start|>user\nHi<|im_end|>\n<|im_start|>assistant\n${end}<|im_start|>user\n${output}Reply<|im_end|>\n`;
    assert.deepEqual(ambiguities(written('<|output|>', 'A<|im_end|>\n')), []);
    assert.match(ambiguities(written('<output|>', 'A<|im_end|>\n')).join(), /If this text is damaged/);
    assert.match(ambiguities(written('<|output|>', 'A|im_end|>\n')).join(), /has <\|im_start\|>, which/);
  });

  test('a reply with the id of no call leaves the call to the next reply', () => {
    const call = (): ReadCall => ({ type: 'function', function: { name: 'f', arguments: {} }, id: 'a' });
    const messages: ReadMessage[] = [
      { role: 'assistant', content: '', tool_calls: [call()] },
      { role: 'tool', content: '1', tool_call_id: 'b' },
      { role: 'tool', content: '2' },
    ];
    addCallIds(messages);
    assert.deepEqual(
      messages.map((message) => message['tool_call_id']),
      [undefined, 'b', 'a'],
    );
  });

  test('calls have their arguments, and ids that replies refer to', () => {
    const prompt =
      '[gMASK]<sop><|user|>\nHi<|assistant|><think>Look.</think><tool_call>f\n<arg_key>a</arg_key>\n<arg_value>{"b": [1]}</arg_value>\n<arg_key>c</arg_key>\n<arg_value>x</arg_value>\n</tool_call><tool_call>g\n</tool_call><|observation|><tool_response>\n1\n</tool_response><tool_response>\n2\n</tool_response><|assistant|>';
    const found = read('glm', prompt);
    assert.deepEqual(found?.messages, [
      { role: 'user', content: 'Hi' },
      {
        role: 'assistant',
        content: '',
        reasoning_content: 'Look.',
        tool_calls: [
          { type: 'function', function: { name: 'f', arguments: { a: { b: [1] }, c: 'x' } }, id: 'call00001' },
          { type: 'function', function: { name: 'g', arguments: {} }, id: 'call00002' },
        ],
      },
      { role: 'tool', content: '1', tool_call_id: 'call00001' },
      { role: 'tool', content: '2', tool_call_id: 'call00002' },
    ]);
    assert.deepEqual(found?.proof, { kind: 'equal' });
    assert.equal(found?.addGenerationPrompt, true);
    assert.deepEqual(found?.ambiguities, [
      'the template writes strings like other arguments: values that look like numbers, booleans or JSON were read as such, not as strings',
    ]);
  });

  test('declared tools are read where they are JSON', () => {
    const tool = { type: 'function', function: { name: 'f', parameters: { type: 'object', properties: {} } } };
    const written = JSON.stringify([tool]).replaceAll(/([:,])/g, '$1 ');
    const found = read('mistral', `<s>[AVAILABLE_TOOLS]${written}[/AVAILABLE_TOOLS][INST]Hi[/INST]`);
    assert.deepEqual(found?.tools, [tool]);
    assert.deepEqual(found?.proof, { kind: 'equal' });
  });

  test('a text of the system that is merged into that of the user is said', () => {
    const found = read('gemma', '<s><start_of_turn>user\nBe kind.\n\nHi<end_of_turn>\n');
    assert.deepEqual(found?.messages, [{ role: 'user', content: 'Be kind.\n\nHi' }]);
    assert.deepEqual(found?.ambiguities, [
      'the template joins a system message and a user message: all of it was read as a user message',
    ]);
    assert.deepEqual(read('gemma', '<s><start_of_turn>user\nHi<end_of_turn>\n')?.ambiguities, []);
  });

  test('messages that begin alike are said, even if nothing is between them', () => {
    const source =
      "{% for m in messages %}{{ '<u>' + m.content + '<a>' if m.role == 'user' else m.content }}{% endfor %}";
    const { template, frames } = learned(source);
    const found = readPrompt('<u>Hi<a>{"t": 21}', template, frames, setting);
    assert.deepEqual(found?.messages.at(-1), { role: 'assistant', content: '{"t": 21}' });
    assert.ok(
      found?.ambiguities.includes(
        'the template writes an answer and a tool reply alike: the text was read as an answer',
      ),
    );
  });

  test('a message that is not closed is the last one', () => {
    const found = read('mistral', '<s>[INST]Hi[/INST]Hel');
    assert.deepEqual(found?.messages.at(-1), { role: 'assistant', content: 'Hel' });
    assert.deepEqual(found?.proof, { kind: 'open', inside: true });
  });

  test('a text can end before the line break with which the template ends', () => {
    const found = read('gemma', '<s><start_of_turn>user\nHi<end_of_turn>\n<start_of_turn>model\nHello<end_of_turn>');
    assert.deepEqual(found?.messages.at(-1), { role: 'assistant', content: 'Hello' });
    assert.deepEqual(found?.proof, { kind: 'open', inside: false });
  });

  test('the place is said at which the template would write something else', () => {
    const found = read('glm', '[gMASK]<sop><|user|>\nHi<|assistant|><think></think>  Hello');
    assert.ok(found?.proof.kind === 'different');
    assert.equal(found.proof.at, found.proof.written.indexOf('Hello'));
    assert.equal(read('glm', '<|user|>\nHi'), undefined);
  });

  test('tools in a form that is not read are said, and given by their variable', () => {
    const { template, frames } = learned(ownTemplates.typed);
    const tools = [{ type: 'function', function: { name: 'f', description: 'F.', parameters: { properties: {} } } }];
    const request = {
      messages: [
        { role: 'system', content: 'Be kind.' },
        { role: 'user', content: 'Hi' },
      ],
      tools,
    };
    const values = new Map(Object.entries(JSON.parse(JSON.stringify(request)) as object));
    const asValue = (one: unknown): never =>
      (Array.isArray(one)
        ? one.map(asValue)
        : typeof one === 'object' && one !== null
          ? new Map(Object.entries(one).map(([key, inner]) => [key, asValue(inner)]))
          : one) as never;
    const variables = new Map([...values].map(([key, one]) => [key, asValue(one)]));
    const prompt = String(template.render(variables, { clock: setting.clock as Date }).text);
    const found = readPrompt(prompt, template, frames, setting);
    assert.ok(found?.proof.kind === 'unproven' || found?.ambiguities.some((one) => one.includes('unsupported format')));
    const given: Setting = { ...setting, variables: new Map([...setting.variables, ['tools', asValue(tools)]]) };
    const again = readPrompt(prompt, template, learnFrames(template, given), given);
    assert.deepEqual(again?.messages, request.messages);
    assert.deepEqual(again?.proof, { kind: 'equal' });
  });

  test('the date of a prompt is found', () => {
    const found = clockIn(ownTemplates.typed, '<|start|>system<|message|>Today is 2024-03-09.<|end|>');
    assert.equal(found?.toDateString(), 'Sat Mar 09 2024');
    const named = clockIn('{{ strftime_now("%d %b %Y") }}', 'Today Date: 26 Jul 2024\n');
    assert.equal(named?.toDateString(), 'Fri Jul 26 2024');
    assert.equal(clockIn('{{ strftime_now("%j") }}', '200'), undefined);
  });

  test('a control token of the template inside a content is said', () => {
    const found = read('glm', '[gMASK]<sop><|user|>\nHi<|assistant|>\nHello');
    assert.deepEqual(found?.messages, [{ role: 'user', content: 'Hi<|assistant|>\nHello' }]);
    assert.deepEqual(found?.ambiguities, [
      'content has <|assistant|>, which the template writes between messages: it was read as part of the content',
    ]);
  });

  test('arguments without quotation marks are read apart, and a comma in one is said', () => {
    const source =
      "{% for m in messages %}<|{{ m.role }}|>{% if m.tool_calls %}[{% for c in m.tool_calls %}{{ c.function.name }}({% for k, v in c.function.arguments.items() %}{{ k }}={{ v }}{{ ', ' if not loop.last }}{% endfor %}){% endfor %}]{% else %}{{ m.content }}{% endif %}<|end|>{% endfor %}";
    const { template, frames } = learned(source);
    const prompt = '<|user|>Hi<|end|><|assistant|>[f(city=Lima, Peru, days=3)]<|end|>';
    const found = readPrompt(prompt, template, frames, setting);
    assert.deepEqual(found?.messages.at(-1)?.['tool_calls'], [
      { type: 'function', function: { name: 'f', arguments: { city: 'Lima, Peru', days: 3 } }, id: 'call00001' },
    ]);
    assert.deepEqual(found?.proof, { kind: 'equal' });
    assert.match(String(found?.ambiguities), /a string that contains a comma may be two arguments/);
  });

  test('tools right after the text of the system are read, and said', () => {
    const source =
      "{% for m in messages %}<|{{ m.role }}|>{{ m.content }}{% if loop.first and tools %}{% for t in tools %}{{ '\\n' + (t | tojson) }}{% endfor %}{% endif %}<|end|>{% endfor %}";
    const { template, frames } = learned(source);
    const tool = '{"type": "function", "function": {"name": "f", "parameters": {"type": "object", "properties": {}}}}';
    const prompt = `<|system|>Be kind.\n{1}\n${tool}<|end|><|user|>Hi<|end|>`;
    const found = readPrompt(prompt, template, frames, setting);
    assert.deepEqual(found?.messages[0], { role: 'system', content: 'Be kind.\n{1}' });
    assert.deepEqual(found?.tools, [JSON.parse(tool)]);
    assert.match(String(found?.ambiguities), /looks like a declared tool was read as a declared tool/);
  });

  test('calls that never end are read once', () => {
    const { template, frames } = learned(ownTemplates.mistral);
    const call = '[TOOL_CALLS][{"name": "f", "arguments": {"a": [, "id": "call12345"}]</s>';
    const found = readPrompt(`<s>[INST]Hi[/INST]${call.repeat(3000)}`, template, frames, setting);
    assert.ok(found);
  });
});
