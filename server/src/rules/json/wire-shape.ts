import { getOwn } from '../../syntax/get-own.ts';
import type { JsonRule } from '../support/rule.ts';
import { wireFaults } from './wire-faults.ts';

/** Reports a document that is not a list of strings and token objects (WIRE-01, WIRE-03). */
export const rule: JsonRule = {
  code: 'wire-shape',
  title: 'Neither string nor token',
  section: 'ChatML, JSON',
  level: 'error',
  json: wireFaults('shape', ({ text }) => ({
    message: getOwn(messages, text) ?? '',
  })),
};

const messages: Readonly<Record<string, string>> = {
  array: 'ChatML on the wire is a list. Write tokens and strings between `[` and `]`.',
  element: 'Only strings and tokens are allowed in this list. Write a string, or `{"token": "<|start|>"}`.',
  members: 'A token has a single key, `token`, as in `{"token": "<|start|>"}`. Remove the other keys.',
};
