/** Placeholders in templates and snippets. They are valid even if they are not replaced. Not needed at startup. */
import { headerKeys } from './document-header.ts';
import { functionsNamespace } from './openchatml-2.2.ts';
import { systemLines } from './system-message.ts';

export const samples = {
  model: 'gpt-oss-120b',
  temperature: '0.7',
  identity: 'You are ChatGPT, a large language model trained by OpenAI.',
  instructions: 'Answer briefly.',
  cutoff: '2024-06',
  date: '2025-08-08',
  effort: 'medium',
  tool: 'get_weather',
  description: 'The weather in a city.',
  parameter: 'city',
} as const;

/** Text with placeholders. A placeholder has either a sample text or a choice of values. */
type SampleText = readonly (string | { readonly text?: string; readonly choices?: readonly string[] })[];

const valuesOf = (path: string) => headerKeys.find((key) => key.path === path)?.values ?? [];

/** The header of a document of OpenChatML 2.2. */
export const headerText: SampleText = [
  `version: ${valuesOf('version')[0]}\nmodel: `,
  { text: samples.model },
  '\ngeneration_settings:\n  temperature: ',
  { text: samples.temperature },
  '\n  reasoning_effort: ',
  { choices: valuesOf('generation_settings.reasoning_effort') },
  '\n',
];

const [cutoff, date, reasoning, channels] = systemLines.map(({ name, text, values }) => ({ name, text, values }));

/** The system message on which gpt-oss models are trained. */
export const systemText: SampleText = [
  { text: samples.identity },
  `\n${cutoff?.name} `,
  { text: samples.cutoff },
  `\n${date?.name} `,
  { text: samples.date },
  `\n\n${reasoning?.name} `,
  { choices: [samples.effort, ...(reasoning?.values ?? []).filter((value) => value !== samples.effort)] },
  `\n\n${channels?.name} ${channels?.text}`,
];

/** Instructions, and a tool declared in the format on which gpt-oss models are trained. */
export const toolsText: SampleText = [
  '# Instructions\n\n',
  { text: samples.instructions },
  `\n\n# Tools\n\n## ${functionsNamespace}\n\nnamespace ${functionsNamespace} {\n\n// `,
  { text: samples.description },
  '\ntype ',
  { text: samples.tool },
  ' = (_: {\n',
  { text: `${samples.parameter}: string,` },
  `\n}) => any;\n\n} // namespace ${functionsNamespace}`,
];

const signature = (name: string) => [
  '{"type": "function", "function": {"name": "',
  { text: name },
  '", "description": "',
  { text: samples.description },
  '", "parameters": {"type": "object", "properties": {"',
  { text: samples.parameter },
  '": {"type": "string"}}, "required": ["',
  { text: samples.parameter },
  '"]}}}',
];

/** A tool declared in a tag. */
export const tagToolsText: SampleText = [{}, '\n<tools>\n', ...signature(samples.tool), '\n</tools>'];
