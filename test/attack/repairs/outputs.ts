/** Outputs of models in which every word has a mark: `ma` for thoughts, `mp` for preambles, `mf` for answers, `mc` for arguments. */
import type { Format } from '../../../server/src/explain/parsers/parser.ts';

const [thought, preamble, answer] = ['ma1 ma2 ma3', 'mp1 mp2', 'mf1 mf2 mf3.'];
const args =
  '{"city": "mc1 mc2", "days": 3, "metric": true, "zone": null, "list": ["mc3", false], "in": {"deep": "mc4"}}';

const analysis = `<|channel|>analysis<|message|>${thought}<|end|><|start|>assistant`;
const call = `<|channel|>commentary to=functions.toolx <|constrain|>json<|message|>${args}<|call|>`;
const json = `<tool_call>\n{"name": "toolx", "arguments": ${args}}\n</tool_call>`;
const xml =
  '<tool_call>\n<function=toolx>\n<parameter=city>\nmc1 mc2\n</parameter>\n<parameter=days>\n3\n</parameter>\n</function>\n</tool_call>';
const thinking = `<think>\n${thought}\n</think>\n\n`;
/** Returns the same text with other marks. */
const another = (text: string) => text.replaceAll('mc', 'md');

const harmony = [
  `${analysis}<|channel|>final<|message|>${answer}<|return|>`,
  `${analysis}${call}`,
  `${analysis}<|channel|>commentary<|message|>${preamble}<|end|><|start|>assistant${call}`,
  `<|start|>assistant to=functions.toolx<|channel|>commentary json<|message|>${args}<|call|>`,
];

/** Outputs for the parsers of models: one call with its arguments, and two calls if the format allows that. */
const called = (more = another) =>
  `{"name": "toolx", "arguments": ${args}}, ${more(`{"name": "tooly", "arguments": ${args}}`)}`;
const python =
  '[toolx(city="mc1 mc2", days=3, metric=True, zone=None, list=["mc3", False], deep={"in": "mc4"}), tooly(a="md1")]';
const ofModels: Readonly<Record<string, readonly string[]>> = {
  mistral: [`${preamble}[TOOL_CALLS][${called()}]`, `[TOOL_CALLS]toolx[ARGS]${args}[TOOL_CALLS]tooly${another(args)}`],
  deepseek_v3: [
    `${thinking}${preamble}<｜tool▁calls▁begin｜>${['toolx', 'tooly'].map((name) => `<｜tool▁call▁begin｜>function<｜tool▁sep｜>${name}\n\`\`\`json\n${args}\n\`\`\`<｜tool▁call▁end｜>`).join('\n')}<｜tool▁calls▁end｜>`,
    `<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>function<｜tool▁sep｜>toolx\n\`\`\`json\n{\n"city": "mc1"\n}\n\`\`\`<｜tool▁call▁end｜><｜tool▁calls▁end｜>`,
  ],
  deepseek_v31: [
    `${thinking}${preamble}<｜tool▁calls▁begin｜>${['toolx', 'tooly'].map((name) => `<｜tool▁call▁begin｜>${name}<｜tool▁sep｜>${args}<｜tool▁call▁end｜>`).join('')}<｜tool▁calls▁end｜>`,
  ],
  kimi_k2: [
    `${thinking}${preamble}<|tool_calls_section_begin|><|tool_call_begin|>functions.toolx:0<|tool_call_argument_begin|>${args}<|tool_call_end|><|tool_calls_section_end|>`,
  ],
  glm45: [
    `${thinking}${preamble}\n<tool_call>toolx\n<arg_key>city</arg_key>\n<arg_value>mc1 mc2</arg_value>\n<arg_key>days</arg_key>\n<arg_value>3</arg_value>\n</tool_call>`,
  ],
  granite: [`<|tool_call|>[${called()}]`],
  phi4_mini_json: [
    `functools[${called().replaceAll(/\["mc3", false\]|\["md3", false\]/g, '"mc3"')}]`,
    `<|tool_call|>[{"name": "toolx", "arguments": {"a": "mc1"}}]<|/tool_call|>`,
  ],
  llama3_json: [`{"name": "toolx", "parameters": ${args}}; {"name": "tooly", "parameters": ${another(args)}}`],
  pythonic: [python, python.replace('True', 'true').replace('None', 'null')],
  'sglang-qwen25': [`${thinking}${preamble}${json}\n${another(json)}`],
  'sglang-llama3': [`{"name": "toolx", "parameters": ${args}};{"name": "tooly", "parameters": ${another(args)}}`],
  'sglang-mistral': [`${preamble}[TOOL_CALLS] [${called()}]`, `[TOOL_CALLS]toolx[ARGS]${args}`],
  'sglang-deepseekv3': [
    `<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>function<｜tool▁sep｜>toolx\n\`\`\`json\n${args}\n\`\`\`<｜tool▁call▁end｜><｜tool▁calls▁end｜>`,
  ],
  'sglang-glm45': [
    `${preamble}\n<tool_call>toolx\n<arg_key>city</arg_key>\n<arg_value>mc1 mc2</arg_value>\n</tool_call>`,
  ],
  'sglang-pythonic': [python, python.replace('True', 'true').replace('None', 'null')],
};

export const markedOutputs: readonly {
  readonly parser: string;
  readonly format: Format;
  readonly texts: readonly string[];
}[] = [
  ...['harmony', 'harmony-lenient', 'vllm', 'llama.cpp', 'ollama'].map((parser) => ({
    parser,
    format: 'harmony' as const,
    texts: harmony,
  })),
  {
    parser: 'hermes',
    format: 'chatml',
    texts: [
      `${thinking}${answer}<|im_end|>`,
      `${thinking}${json}<|im_end|>`,
      `${preamble}\n${json}\n${another(json)}`,
      json,
    ],
  },
  ...Object.entries(ofModels).map(([parser, texts]) => ({ parser, format: 'model' as const, texts })),
  {
    parser: 'qwen3',
    format: 'chatml',
    texts: [`${thinking}${xml}<|im_end|>`, `${preamble}\n\n${xml}\n${another(xml)}`, xml],
  },
];

const tokens: Readonly<Record<Format, readonly string[]>> = {
  harmony: ['<|start|>', '<|channel|>', '<|message|>', '<|constrain|>', '<|end|>', '<|call|>', '<|return|>'],
  chatml: [
    ...['<|im_start|>', '<|im_end|>', '<|endoftext|>', '<tool_call>', '</tool_call>', '<think>', '</think>'],
    ...['<function=f>', '</function>', '<parameter=p>', '</parameter>'],
  ],
  model: [
    ...[
      '[TOOL_CALLS]',
      '<｜tool▁call▁begin｜>',
      '<｜tool▁calls▁end｜>',
      '<|tool_call_begin|>',
      '<|tool_call_end|>',
      '<|tool_call|>',
    ],
    ...['<tool_call>', '</tool_call>', '<arg_key>', '</arg_value>', 'functools[', '<think>', '</think>', ']', '}', ')'],
  ],
};

const pieces = /<\|\w+\|>|<\/?\w+(?:=\w+)?>|[\w.]+=|[\w.]+|[{}[\],:"]|[^\S\n]+|\n/g;

/**
 * Yields the text with each single fault: a piece is missing, doubled, misspelled, exchanged with the next one, or replaced with a token or
 * words.
 */
export function* singleFaults(text: string, format: Format): Generator<string> {
  const all = [...text.matchAll(pieces)].map(({ 0: piece, index }) => ({ piece, index }));
  for (const [number, { piece, index }] of all.entries()) {
    const put = (by: string) => text.slice(0, index) + by + text.slice(index + piece.length);
    yield put('');
    yield put(piece + piece);
    if (piece.length > 2) {
      yield put(piece.slice(0, -1));
      yield put(piece.slice(1));
      yield put(piece.replace(/[a-z]{3,}/, ([a, b, c, ...rest]) => [a, c, b, ...rest].join('')));
      yield put(piece.replace(/[a-z]/, (letter) => letter.toUpperCase()));
    }
    const next = all[number + 1];
    if (next !== undefined)
      yield text.slice(0, index) +
        next.piece +
        text.slice(index + piece.length, next.index) +
        piece +
        text.slice(next.index + next.piece.length);
    for (const token of tokens[format]) {
      if (token !== piece && piece.trim() !== '') yield put(token);
      yield put(token + piece);
    }
    yield put(`mh1 ${piece}`);
    yield put(` mh1 mh2 mh3 mh4 mh5 ${piece}`);
  }
}
