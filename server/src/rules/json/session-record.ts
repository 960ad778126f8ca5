import { listOf } from '../../model/json/list.ts';
import type { FaultKind } from '../../model/json/sessions/session.ts';
import { valueSpan } from '../support/json-scope.ts';
import type { Extra, JsonRule } from '../support/rule.ts';

const faults: Readonly<Record<FaultKind, readonly [says: string, extra?: Extra]>> = {
  broken: [
    'This line is not valid JSON, so the record in it is not read, and whatever it said is missing in the conversation. Take the line from the original log, or write the record again.',
  ],
  circle: [
    'This record names a parent that follows from itself, so the conversation before it cannot be told and is left out. Correct `parentUuid`, or copy the log anew.',
  ],
  'parent-missing': [
    'The parent of this record is not in the file, so the record before it is read as its parent. Look for the file that the session began in, if what is before it matters.',
    { milder: 'information' },
  ],
  mixed: [
    'This record is of another session than the one that the file ends with, and is left out as a branch is. Give each session a file of its own.',
    { milder: 'information' },
  ],
  order: [
    'This record is out of order: it should come after what it follows, and steps count from 1. It is read where it is written. Sort the records, or copy the log anew.',
  ],
  version: [
    'This log says that it is of a newer version than those that are known, so what is new in it may be missing in the conversation. Records that are not known are counted.',
    { milder: 'information' },
  ],
  id: [
    'An earlier record has this id and says something else. What names it as its parent follows the last one before it. Copy the log anew, or give the record another id.',
  ],
  unknown: [
    'Records of this type are not known, so what they say is not in the conversation; they are counted. The log may be of a newer version than those that are known.',
    { milder: 'information' },
  ],
  'agent-only': [
    'Only steps of the agent may have this, so what it says is not in the conversation. Make the agent the source of the step, or move it to the step that it belongs to.',
  ],
  'other-step': [
    'This result names a call of another step, but ATIF keeps only the results of its own calls in a step. It is read as the reply to that call. Move it to the step with the call.',
  ],
  copied: [
    'This step repeats one of an earlier trajectory (`is_copied_context`), so training on both learns it twice. Leave it out of the loss.',
    { milder: 'information' },
  ],
};

/** A fault of a session's log, which its agent cannot have made. */
export const rule: JsonRule = {
  code: 'session-record',
  title: 'Record of a session that cannot be read as it is',
  section: 'Language notes, A-154',
  level: 'warning',
  json: {
    dialects: ['messages'],
    silentOnPlainValues: true,
    check({ reading, text }, report) {
      for (const { kind, ...place } of listOf(reading).session?.faults ?? []) {
        const [says, extra] = faults[kind];
        report(valueSpan(text, place), says, extra);
      }
    },
  },
};
