/** Recognizes exports of observability tools. They are not supported, since their messages have no fixed format, but users get advice. */
import { type JsonNode, memberOf, textOf } from '../../../syntax/json/nodes.ts';
import { firstOf, valueOf } from './conversation.ts';

interface ForeignLog {
  readonly matches: (record: JsonNode) => boolean;
  readonly says: string;
}

const has = (node: JsonNode, ...keys: readonly string[]) => keys.every((key) => memberOf(node, key) !== undefined);

const foreignLogs: readonly ForeignLog[] = [
  {
    matches: (record) => has(record, 'traceId', 'type', 'input') || has(record, 'observations', 'projectId'),
    says: 'This looks like an export from Langfuse: its messages are in `input` and `output` of each observation of type `GENERATION`.',
  },
  {
    matches: (record) => textOf(record, 'run_type') !== undefined && has(record, 'inputs'),
    says: 'This looks like an export from LangSmith: its messages are in `inputs.messages` and `outputs.generations` of each run of type `llm`.',
  },
];

/** Returns advice that names the tool and explains how to convert its export; undefined for any other value. */
export function foreignLogAdvice(root: JsonNode): string | undefined {
  const list = root.kind === 'array' ? root : valueOf(root, 'data');
  const record = list?.kind === 'array' ? firstOf(list)[0] : root;
  const foreignLog = record && foreignLogs.find(({ matches }) => matches(record));
  return (
    foreignLog &&
    `${foreignLog.says} Convert the messages to rows with \`messages\`: docs/sessions.md has a command for that.`
  );
}
