/** Examples of fixes in Llama 3. */
import type { Row } from './row.ts';

const llamaUser = '<|start_header_id|>user<|end_header_id|>\n\nHi';
const llamaAnswer = '<|start_header_id|>assistant<|end_header_id|>\n\nHello';
const llamaCall = (args: string) =>
  `<|start_header_id|>assistant<|end_header_id|>\n\n<|python_tag|>{"name": "get_weather", "parameters": ${args}<|eom_id|>`;

const declaring = (name: string) =>
  `<|start_header_id|>system<|end_header_id|>\n\nYou have access to the following functions. To call a function, please respond with JSON for a function call.Respond in the format {"name": function name, "parameters": dictionary of argument name and its value}.Do not use variables.\n\n{\n    "type": "function",\n    "function": {"name": "get_weather", "description": "Weather.", "parameters": {"type": "object", "properties": {"city": {"type": "string"}}}}\n}\n\nBe brief.<|eot_id|>${llamaUser}<|eot_id|>${llamaCall('{"city": "Oslo"}}').replace('get_weather', name)}`;

export const llama: readonly Row[] = [
  ['tool-undeclared', declaring('get_wether'), declaring('get_weather')],
  ['header-break-missing', `${llamaUser.replace('\n\n', '\n')}<|eot_id|>`, `${llamaUser}<|eot_id|>`],
  ['header-break-missing', `${llamaUser.replace('\n\n', '')}<|eot_id|>`, `${llamaUser}<|eot_id|>`],
  ['token-misspelled', `${llamaUser}<|eot|>`, `${llamaUser}<|eot_id|>`],
  ['E-STREAM-TRUNCATED', `${llamaUser}<|eot_id|>${llamaAnswer}`, `${llamaUser}<|eot_id|>${llamaAnswer}<|eot_id|>`],
  ['E-STREAM-TRUNCATED', `${llamaUser}<|eot_id|>${llamaAnswer}<|eot`, `${llamaUser}<|eot_id|>${llamaAnswer}<|eot_id|>`],
  [
    'sequence-doubled',
    `<|begin_of_text|><|begin_of_text|>${llamaUser}<|eot_id|>`,
    `<|begin_of_text|>${llamaUser}<|eot_id|>`,
  ],
  [
    'call-json',
    `${llamaUser}<|eot_id|>${llamaCall('{"city": "Oslo",}}')}`,
    `${llamaUser}<|eot_id|>${llamaCall('{"city": "Oslo"}}')}`,
  ],
  ['token-misspelled', `${llamaUser}<|eot_id|>`.replaceAll('|', '\\|'), `${llamaUser}<|eot_id|>`],
  ['token-misspelled', `${llamaUser}<|eot_d|>`, `${llamaUser}<|eot_id|>`],
  [
    'token-misspelled',
    `${llamaUser}<|eot_d|>${llamaAnswer}<|eot_id|>`,
    `${llamaUser}<|eot_id|>${llamaAnswer}<|eot_id|>`,
  ],
  [
    'stray-text',
    `${llamaUser}<|eot_id|>${llamaAnswer.replace('header', 'haeder')}<|eot_id|>`,
    `${llamaUser}<|eot_id|>${llamaAnswer}<|eot_id|>`,
  ],
  ['E-PARSE-HEADER', `${llamaUser.replace('end_header', 'end_heder')}<|eot_id|>`, `${llamaUser}<|eot_id|>`],
  ['end-missing', `${llamaAnswer}${llamaUser}<|eot_id|>`, `${llamaAnswer}<|eot_id|>${llamaUser}<|eot_id|>`],
  [
    'header-space',
    '<|start_header_id|>user <|end_header_id|>\n\nHi<|eot_id|>',
    '<|start_header_id|>user<|end_header_id|>\n\nHi<|eot_id|>',
  ],
  [
    'E-PARSE-HEADER',
    '<|start_header_id|>tool<|end_header_id|>\n\n{}<|eot_id|>',
    '<|start_header_id|>ipython<|end_header_id|>\n\n{}<|eot_id|>',
  ],
  [
    'stray-text',
    `${llamaUser}<|eot_id|>\nNote.\n${llamaAnswer}<|eot_id|>`,
    `${llamaUser}<|eot_id|>\n\n${llamaAnswer}<|eot_id|>`,
  ],
];
