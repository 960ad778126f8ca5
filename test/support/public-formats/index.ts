/** Public formats that are in use, each with its source. */
import { conversations } from './conversations.ts';
import { exportedFormats } from './exported.ts';
import type { Format } from './format.ts';
import { questions } from './questions.ts';
import { sessions } from './sessions.ts';

export const publicFormats: readonly Format[] = [...sessions, ...questions, ...conversations, ...exportedFormats];
