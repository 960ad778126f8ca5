/** Examples of fixes that concern a whole document. The text of the document determines the dialect. */
import type { Row } from './row.ts';

const hi = 'version: 2.2\n<|start|>user<|message|>Hi<|end|>';

export const documents: readonly Row[] = [
  [
    'document-header-missing',
    '\uFEFF\n<|start|>user<|message|>Hi<|end|>',
    '\uFEFFversion: 2.2\n<|start|>user<|message|>Hi<|end|>',
  ],
  ['document-header-missing', 'version:2.2\n<|start|>user<|message|>Hi<|end|>', hi],
  ['document-header-missing', 'version = 2.2\n<|start|>user<|message|>Hi<|end|>', hi],
  ['document-version', 'verison: 2.2\n<|start|>user<|message|>Hi<|end|>', hi],
  [
    'document-version',
    'version: v2.2\n<|start|>user<|message|>Hi<|end|>',
    'version: 2.2\n<|start|>user<|message|>Hi<|end|>',
  ],
  [
    'document-header-missing',
    '\uFEFFHm.<|start|>user<|message|>Hi<|end|>',
    '\uFEFF---\nversion: 2.2\n---\nHm.<|start|>user<|message|>Hi<|end|>',
  ],
  [
    'document-header-missing',
    '# Notes\r\nversion: 2.2\r\n<|start|>user<|message|>Hi<|end|>',
    '---\r\n# Notes\r\nversion: 2.2\r\n<|start|>user<|message|>Hi<|end|>',
  ],
  [
    'document-version',
    'version: 2.2 <|start|>user<|message|>Hi<|end|>\n',
    'version: 2.2\n<|start|>user<|message|>Hi<|end|>\n',
  ],
  [
    'document-version',
    'version: [2.2] # draft\n<|start|>user<|message|>Hi<|end|>',
    'version: 2.2 # draft\n<|start|>user<|message|>Hi<|end|>',
  ],
  [
    'document-version',
    'version: # draft\n<|start|>user<|message|>Hi<|end|>',
    'version: 2.2 # draft\n<|start|>user<|message|>Hi<|end|>',
  ],
  [
    'document-key-duplicate',
    'version: 2.2\r\nmodel: a\r\nmodel: b\r\n<|start|>user<|message|>Hi<|end|>',
    'version: 2.2\r\nmodel: b\r\n<|start|>user<|message|>Hi<|end|>',
  ],
  [
    'capability-undeclared',
    'version: 2.2\ncapabilities:\n  roles:\n    - system\n<|start|>user<|message|>Hi<|end|>',
    'version: 2.2\ncapabilities:\n  roles:\n    - system\n    - user\n<|start|>user<|message|>Hi<|end|>',
  ],
];
