/** Declarations of tools are converted from form to form, and their losses are reported. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import {
  chatFormat,
  developerBody,
  developerParts,
  formatOf,
  functionList,
  toolList,
  toolsFrom,
  toolsIn,
  toolsSection,
  toolTags,
} from '../../server/src/convert/tools/index.ts';
import { readJson } from '../../server/src/syntax/json/read.ts';
import { Transcript } from '../../server/src/syntax/transcript.ts';

/** The text that Harmony's own renderer writes for the tools below (`test_render_functions_with_parameters`). */
const section = `# Tools

## functions

namespace functions {

// Gets the location of the user.
type get_location = () => any;

// Gets the current weather in the provided list of locations.
type get_multiple_weathers = (_: {
// List of city and state, e.g. ["San Francisco, CA", "New York, NY"]
locations: string[],
format?: "celsius" | "fahrenheit", // default: celsius
}) => any;

// A function with various complex schemas.
type kitchensink = (_: // params object
{
// STRING
//
// A string
// Examples:
// - "hello"
// - "world"
string?: string,
// A nullable string
string_nullable?: string | null, // default: "the default"
string_enum?: "a" | "b" | "c",
// a oneof
// default: 20
oneof_string_or_number?:
 | string // default: "default_string_in_oneof"
 | number // numbers can happen too
,
}) => any;

} // namespace functions`;

const described = (name: string, description: string, parameters?: object) => ({
  type: 'function',
  function: { name, description, ...(parameters && { parameters }) },
});
const openai = [
  described('get_location', 'Gets the location of the user.'),
  described('get_multiple_weathers', 'Gets the current weather in the provided list of locations.', {
    type: 'object',
    properties: {
      locations: {
        type: 'array',
        items: { type: 'string' },
        description: 'List of city and state, e.g. ["San Francisco, CA", "New York, NY"]',
      },
      format: { type: 'string', enum: ['celsius', 'fahrenheit'], default: 'celsius' },
    },
    required: ['locations'],
  }),
  described('kitchensink', 'A function with various complex schemas.', {
    description: 'params object',
    type: 'object',
    properties: {
      string: { type: 'string', title: 'STRING', description: 'A string', examples: ['hello', 'world'] },
      string_nullable: { type: ['string', 'null'], description: 'A nullable string', default: 'the default' },
      string_enum: { type: 'string', enum: ['a', 'b', 'c'] },
      oneof_string_or_number: {
        oneOf: [
          { type: 'string', default: 'default_string_in_oneof' },
          { type: 'number', description: 'numbers can happen too' },
        ],
        description: 'a oneof',
        default: 20,
      },
    },
  }),
];

function fromJson(tools: unknown, text = JSON.stringify(tools)) {
  const { root } = readJson(text);
  assert.equal(root?.kind, 'array');
  return { text, ...toolsFrom(root.kind === 'array' ? root.items : [], text) };
}

function blockOf(text: string, dialect: 'harmony' | 'openchatml-0.1' = 'harmony') {
  const [block] = new Transcript('test:', 'ocml', 0, text, { dialect }).blocks;
  assert.ok(block);
  return block;
}
const developer = (body: string) => blockOf(`<|start|>developer<|message|>${body}<|end|>`);
const system = (body: string) => blockOf(`<|im_start|>system\n${body}<|im_end|>`, 'openchatml-0.1');

/** Returns the losses, each with the text at fault and the reason. */
const lost = (text: string, losses: readonly { start: number; end: number; reason: string }[]) =>
  losses.map(({ start, end, reason }) => `${text.slice(start, end)}: ${reason}`);

suite('namespaces', () => {
  test('are written as Harmony writes them', () => {
    const { value, losses } = fromJson(openai);
    assert.deepEqual(losses, []);
    assert.deepEqual(toolsSection(value), { value: section, losses: [] });
  });

  test('`nullable` says the same as a type', () => {
    const nullable = structuredClone(openai) as { function: { parameters?: { properties: Record<string, object> } } }[];
    const properties = nullable[2]?.function.parameters?.properties ?? {};
    properties.string_nullable = {
      type: 'string',
      nullable: true,
      description: 'A nullable string',
      default: 'the default',
    };
    assert.deepEqual(toolsSection(fromJson(nullable).value), { value: section, losses: [] });
  });

  test('are read as the schemas that they were made from', () => {
    const { value, losses } = toolsIn(developer(section));
    assert.deepEqual(losses, []);
    assert.deepEqual(toolList(value, 'openai'), { value: openai, losses: [] });
  });

  test('what they do not say is lost, where it is written', () => {
    const { text, value } = fromJson([
      described('f', 'F.', {
        type: 'object',
        properties: { n: { type: 'integer', minimum: 1 }, place: { $ref: '#/$defs/Place' } },
        additionalProperties: false,
        $defs: { Place: { type: 'object', properties: { zip: { type: 'string', pattern: '^[0-9]+$' } } } },
      }),
    ]);
    const { value: written, losses } = toolsSection(value);
    assert.match(written, /n\?: number,\nplace\?: \{\n {4}zip\?: string,\n {4}\},\n/);
    assert.deepEqual(lost(text, losses), [
      '"additionalProperties":false: `additionalProperties` is lost: a TypeScript type cannot express it.',
      '"type":"integer": `type` in `n` is read back as `"number"`: a TypeScript type cannot express it.',
      '"minimum":1: `minimum` in `n` is lost: a TypeScript type cannot express it.',
      '"pattern":"^[0-9]+$": `pattern` in `zip` is lost: a TypeScript type cannot express it.',
    ]);
  });

  test('what no schema may hold is told, and what nothing refers to', () => {
    const parameters = {
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      type: 'object',
      $defs: { Used: { type: 'string', description: 'one' }, Left: { type: 'number' } },
      properties: {
        a: { type: 5 },
        b: 5,
        c: { type: 'string', nullable: 'x' },
        d: { items: 'y' },
        e: { $ref: '#/$defs/Used', description: 'two' },
      },
      required: ['a', 7],
      additionalProperties: 3,
    };
    const { text, value } = fromJson([described('f', 'd', parameters)]);
    const { losses } = toolsSection(value);
    assert.deepEqual(lost(text, losses), [
      '"b":5: `b` is not a schema, so the type is `any`.',
      '"items":"y": `items` in `d` is not a schema, so the type is `any`.',
      '"$ref":"#/$defs/Used": `$ref` in `e` leads to a different `description` than the one next to it, which takes precedence.',
      '"additionalProperties":3: `additionalProperties` is not a schema, so the type is `any`.',
      '{"type":"number"}: `Left` is dropped: nothing refers to it.',
      '"$schema":"https://json-schema.org/draft/2020-12/schema": `$schema` is lost: a TypeScript type cannot express it.',
      '["a",7]: `required` is read back as `["a"]`: a TypeScript type cannot express it.',
      '"type":5: `type` in `a` is lost: a TypeScript type cannot express it.',
      '"nullable":"x": `nullable` in `c` is lost: a TypeScript type cannot express it.',
      '{"items":"y"}: `d` is read back with `type`: a TypeScript type cannot express it.',
    ]);
  });

  test('a choice, other members and odd keys are types, too', () => {
    const parameters = {
      type: 'object',
      properties: {
        'x-y': { type: 'array', items: { type: ['string', 'null'] } },
        'two words': { anyOf: [{ type: 'array', items: { type: 'number' } }, { type: 'boolean' }] },
        readonly: { type: 'object', additionalProperties: { type: 'string' } },
        ['__proto__']: { type: 'string', enum: ['say "hi"', 'C:\\new'] },
        any: { description: 'Anything.' },
        free: { type: 'object' },
        at: { type: 'array', items: { oneOf: [{ type: 'string', description: 'A name' }, { type: 'number' }] } },
      },
      required: ['two words'],
    };
    const { value } = fromJson([described('f', 'Line one.\n\nLine two.', parameters)]);
    const { value: written, losses } = toolsSection(value);
    assert.deepEqual(losses, []);
    const [read] = toolsIn(developer(written)).value;
    assert.equal(read?.description, 'Line one.\n\nLine two.');
    assert.deepEqual(
      Object.keys((read?.parameters as { properties: object }).properties),
      Object.keys(parameters.properties),
    );
  });

  test('a name that cannot be declared, and one that is there twice', () => {
    const { text, value } = fromJson([described('get weather', ''), described('f', ''), described('f', '')]);
    const { value: written, losses } = toolsSection(value);
    assert.doesNotMatch(written, /get weather/);
    assert.deepEqual(
      losses.map(({ start, end }) => text.slice(start, end)),
      ['"get weather"', '"f"'],
    );
  });

  test('built-in tools have their own', () => {
    const { value } = toolsIn(
      developer(toolsSection(fromJson([described('browser.search', 'Searches.')]).value).value),
    );
    assert.deepEqual(
      value.map(({ namespace, name }) => [namespace, name]),
      [['browser', 'search']],
    );
    assert.deepEqual(toolList(value, 'openai').value, [described('browser.search', 'Searches.')]);
  });
});

suite('JSON', () => {
  const parameters = { type: 'object', properties: { q: { type: 'string' } }, required: ['q'] };
  const forms = {
    openai: [{ type: 'function', function: { name: 'f', description: 'F.', parameters } }],
    responses: [{ type: 'function', name: 'f', description: 'F.', parameters }],
    anthropic: [{ name: 'f', description: 'F.', input_schema: parameters }],
  } as const;

  for (const [form, tools] of Object.entries(forms)) {
    test(`${form} is read, and written from every other`, () => {
      const { value, losses } = fromJson(tools);
      assert.deepEqual(losses, []);
      for (const other of ['openai', 'responses', 'anthropic'] as const)
        assert.deepEqual(toolList(value, other), { value: forms[other], losses: [] });
    });
  }

  test('tags and function lists hold a tool a line', () => {
    const line =
      '{"type": "function", "function": {"name": "f", "description": "F.", "parameters": {"type": "object", "properties": {"q": {"type": "string"}}, "required": ["q"]}}}';
    const { value } = fromJson(forms.openai);
    assert.equal(toolTags(value).value, `<tools>\n${line}\n</tools>`);
    assert.equal(functionList(value).value, `<|function_list|>\n${line}`);
    for (const body of [toolTags(value).value, functionList(value).value]) {
      const read = toolsIn(system(`You can call functions.\n${body}\n`));
      assert.deepEqual(toolList(read.value, 'openai'), { value: forms.openai, losses: [] });
    }
  });

  test('places in a tag count from the document', () => {
    const text =
      '<|im_start|>system\n<tools>\n{"name": "f", "parameters": {"type": "object", "minProperties": 1}}\n</tools><|im_end|>';
    const { value } = toolsIn(blockOf(text, 'openchatml-0.1'));
    assert.deepEqual(
      toolsSection(value).losses.map(({ start, end }) => text.slice(start, end)),
      ['"minProperties": 1'],
    );
  });

  test('what others have no place for', () => {
    const { text, value, losses } = fromJson(
      undefined,
      '[{"type":"function","function":{"name":"f","strict":true,"parameters":{"type":"object","properties":{"n":{"maximum":9223372036854775807}}}},"cache_control":{"type":"ephemeral"}},{"type":"web_search"}]',
    );
    assert.deepEqual(
      losses.map(({ start, end }) => text.slice(start, end)),
      ['"cache_control":{"type":"ephemeral"}', '9223372036854775807', '{"type":"web_search"}'],
    );
    assert.deepEqual(
      toolList(value, 'anthropic').losses.map(({ start, end }) => text.slice(start, end)),
      ['"strict":true'].map((member) => member.slice('"strict":'.length)),
    );
    assert.deepEqual(toolList(value, 'openai').losses, []);
  });

  test('a tool without parameters', () => {
    const { value } = fromJson([{ type: 'function', function: { name: 'f' } }]);
    assert.deepEqual(toolList(value, 'openai').value, [{ type: 'function', function: { name: 'f' } }]);
    assert.deepEqual(toolList(value, 'anthropic').value, [
      { name: 'f', input_schema: { type: 'object', properties: {} } },
    ]);
    assert.match(toolsSection(value).value, /\ntype f = \(\) => any;\n/);
  });
});

suite('developer messages', () => {
  const schema = { type: 'object', properties: { items: { type: 'array', items: { type: 'string' } } } };
  const format = { name: 'shopping_list', description: 'What to buy.', schema };
  const body = `# Instructions\n\nBe brief.\n\n- a\n\n${section}\n\n# Response Formats\n\n## shopping_list\n\n// What to buy.\n${JSON.stringify(schema)}`;

  test('are taken apart and put together', () => {
    const { value } = developerParts(developer(body));
    assert.equal(value.instructions, 'Be brief.\n\n- a');
    assert.deepEqual(
      value.tools.map(({ name }) => name),
      ['get_location', 'get_multiple_weathers', 'kitchensink'],
    );
    assert.deepEqual(value.formats, [format]);
    assert.deepEqual(developerBody(value), { value: body, losses: [] });
  });

  test('prose stays prose', () => {
    for (const text of [
      'Be brief.',
      '# Instructions\n\nUse `# Tools`.',
      `${section}\n\nAnd be brief.`,
      '# Response Formats\n\nJSON, please.',
      '# Tools',
    ])
      assert.equal(developerParts(developer(text)).value.instructions, text.replace('# Instructions\n\n', ''));
  });

  test('formats of requests', () => {
    const request = (of: object) => formatOf(readJson(JSON.stringify(of)).root).value;
    assert.deepEqual(request({ response_format: chatFormat(format) }), format);
    assert.deepEqual(request({ text: { format: { type: 'json_schema', ...format } } }), format);
    assert.equal(request({ response_format: { type: 'text' } }), undefined);
    assert.equal(formatOf(readJson('{"response_format": {"type": "json_object"}}').root).losses.length, 1);
  });
});

suite('hostile schemas', () => {
  const deep = (levels: number, inner = '{"type": "string"}') =>
    `${'{"type": "object", "properties": {"a": '.repeat(levels)}${inner}${'}}'.repeat(levels)}`;
  const tool = (parameters: string) => `[{"type": "function", "function": {"name": "f", "parameters": ${parameters}}}]`;
  const rows = {
    deep: deep(5000),
    'deeper than is written': deep(40),
    circle:
      '{"type": "object", "properties": {"a": {"$ref": "#"}, "b": {"$ref": "#/$defs/b"}}, "$defs": {"b": {"$ref": "#/$defs/b"}}}',
    'references that double': `{"$ref": "#/$defs/d40", "$defs": {"d0": {"type": "string"}, ${Array.from({ length: 40 }, (_, i) => `"d${i + 1}": {"type": "object", "properties": {"a": {"$ref": "#/$defs/d${i}"}, "b": {"$ref": "#/$defs/d${i}"}}}`).join(', ')}}}`,
    large: `{"type": "object", "properties": {${Array.from({ length: 20000 }, (_, i) => `"p${i}": {"type": "string"}`).join(', ')}}}`,
    'list of a million': `{"type": "object", "properties": {"a": {"enum": [${Array.from({ length: 200000 }, (_, i) => i).join(', ')}]}}}`,
    'own names':
      '{"type": "object", "properties": {"__proto__": {"type": "string", "minLength": 1}, "constructor": {"$ref": "#/properties/toString"}, "toString": {"type": "number"}}}',
    'not schemas':
      '{"type": [1, {}], "properties": {"a": 5, "b": [], "c": {"oneOf": [3], "anyOf": {}, "enum": "x", "required": {}, "allOf": [], "items": [[]], "description": 5, "title": [], "examples": {}}}, "required": "a"}',
    elsewhere: '{"type": "object", "properties": {"a": {"$ref": "https://example.com/s.json"}}}',
  };
  for (const [name, parameters] of Object.entries(rows)) {
    test(`${name}: read and written in every form, and what is left out is told`, () => {
      const { value, losses } = fromJson(undefined, tool(parameters));
      const written = toolsSection(value);
      assert.match(written.value, /type f = /);
      if (name !== 'own names') assert.ok(losses.length + written.losses.length > 0);
      for (const form of ['openai', 'responses', 'anthropic'] as const) JSON.stringify(toolList(value, form).value);
      assert.ok(toolTags(value).value.length > 0);
    });
  }

  test('a property called __proto__ is a property', () => {
    const { text, value } = fromJson(undefined, tool(rows['own names']));
    assert.deepEqual(
      toolsSection(value).losses.map(({ start, end }) => text.slice(start, end)),
      ['"minLength": 1'],
    );
    assert.equal(
      JSON.stringify(toolList(value, 'openai').value).includes('"__proto__":{"type":"string","minLength":1}'),
      true,
    );
  });
});
