/**
 * The types of parts in the content of messages, in chat APIs and in templates, and the placeholders that replace them in
 * a view.
 */
import type { ValueFact } from './types.ts';

/** The kinds of parts that are not text. In a view, such a part is replaced by its kind in brackets: `[image]`. */
type PartPlace = 'image' | 'audio' | 'video' | 'file';

export interface PartFact extends ValueFact {
  /** Whether the text of the part is shown to users. */
  readonly said?: true;
  /** The field that contains the text, if it is not `text`. */
  readonly member?: string;
  /** The placeholder that is shown instead of the content, which is not loaded. */
  readonly place?: PartPlace;
}

const createParts = (names: readonly string[], doc: string, more: Partial<PartFact> = {}): PartFact[] =>
  names.map((name) => ({ name, doc, ...more }));

const placed = (partPlace: PartPlace, names: readonly string[], doc: string) =>
  createParts(names, doc, { place: partPlace });

/** The known types. A part of any other type is hidden, and so is a part with neither text nor a placeholder. */
export const partTypes: readonly PartFact[] = [
  ...createParts(['text', 'input_text', 'output_text'], 'Text, in `text`.', { said: true }),
  ...placed(
    'image',
    ['image', 'image_url', 'input_image', 'image_file'],
    'An image. Nothing is loaded from its address.',
  ),
  ...placed(
    'audio',
    ['audio', 'audio_url', 'input_audio', 'output_audio'],
    'Audio. Nothing is loaded from its address.',
  ),
  ...placed('video', ['video', 'video_url', 'input_video'], 'A video. Nothing is loaded from its address.'),
  ...placed('file', ['file', 'input_file', 'document', 'file_url'], 'A file. Nothing is loaded from its address.'),
  ...createParts(
    ['system_content', 'developer_content'],
    'Instructions split into fields, as in the openai/harmony library.',
  ),
  ...createParts(['refusal'], "The model's refusal to answer, in `refusal`.", {
    said: true,
    member: 'refusal',
  }),
  ...createParts(['thinking', 'redacted_thinking'], "The model's thoughts, hidden from users."),
  ...createParts(['reasoning', 'reasoning_text', 'summary_text'], "The model's thoughts, or a summary of them."),
  ...createParts(['tool_use', 'tool_call', 'function_call'], 'A tool call.'),
  ...createParts(['tool_result', 'tool_response', 'function_call_output'], "A tool's reply."),
  ...createParts(['server_tool_use', 'mcp_tool_use'], 'A call to a tool that the server runs.'),
  ...createParts(
    [
      ...['web_search_tool_result', 'web_fetch_tool_result', 'mcp_tool_result', 'code_execution_tool_result'],
      ...['bash_code_execution_tool_result', 'text_editor_code_execution_tool_result', 'tool_search_tool_result'],
    ],
    'The reply from a tool that the server runs.',
  ),
  ...createParts(['search_result', 'tool_reference', 'container_upload', 'browser_state'], "A tool's result or input."),
];

const byName = new Map<unknown, PartFact>(partTypes.map((fact) => [fact.name, fact]));

export const partType = (name: unknown): PartFact | undefined => byName.get(name);
