import { MAX_SESSION_RECORDS } from '../../grammar/agent-sessions.ts';
import { listOf } from '../../model/json/list.ts';
import type { FaultKind } from '../../model/json/sessions/session.ts';
import { valueSpan } from '../support/json-scope.ts';
import type { Extra, JsonRule } from '../support/rule.ts';

const faults: Readonly<Record<FaultKind, readonly [says: string, extra?: Extra]>> = {
  broken: [
    'This line is not valid JSON, so its record is missing from the conversation. Copy the line from the original log, or write the record again.',
  ],
  circle: [
    '`parentUuid` leads back to this record, so the conversation before it is unknown and omitted. Correct `parentUuid`, or copy the log again.',
  ],
  'parent-missing': [
    'The parent of this record is not in the file, so the preceding record is taken as its parent. If the conversation before it matters, look for the file in which the session began.',
    { milder: 'information' },
  ],
  mixed: [
    'This record does not belong to the session at the end of the file, so it is omitted. Put each session in its own file.',
    { milder: 'information' },
  ],
  order: [
    'This record is out of order: a record must come after its parent, and steps are numbered from 1. It is read at its position in the file. Sort the records, or copy the log again.',
  ],
  version: [
    'This log declares a newer version than this program knows, so new kinds of records may be missing from the conversation: unknown records are only counted.',
    { milder: 'information' },
  ],
  id: [
    'An earlier record has the same id but different content. Records that name this id as their parent are attached to the last record before them that has it. Copy the log again, or give this record another id.',
  ],
  unknown: [
    'Unknown record type: this record is only counted, and its content is missing from the conversation. The log may come from a newer version than this program knows.',
    { milder: 'information' },
  ],
  'agent-only': [
    'Only agent steps can have this field, so its content is missing from the conversation. Set the `source` of this step to `agent`, or move the field to an agent step.',
  ],
  'other-step': [
    'This result names a call in another step, but in ATIF, a step has only the results of its own calls. It is read as the reply to that call. Move it to the step with the call.',
  ],
  'too-many': [
    `This log has more than ${MAX_SESSION_RECORDS.toLocaleString('en')} records, so this one and those after it are not read, only counted. Split the log to have them read.`,
  ],
  copied: [
    'This step repeats a step in an earlier trajectory (`is_copied_context`), so a model trained on both learns it twice. Exclude it from the loss.',
    { milder: 'information' },
  ],
};

/** Reports a fault in the log of a session that the agent itself cannot have caused. */
export const rule: JsonRule = {
  code: 'session-record',
  title: 'Session record that cannot be read as is',
  section: 'Language notes, A-154',
  level: 'warning',
  json: {
    dialects: ['messages'],
    silentOnPlainValues: true,
    check({ reading, text }, report) {
      for (const { kind, ...span } of listOf(reading).session?.faults ?? []) {
        const [says, extra] = faults[kind];
        report(valueSpan(text, span), says, extra);
      }
    },
  },
};
