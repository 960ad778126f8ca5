/** Every rule, for text and for JSON. */
import { rules as textRules } from '../index.ts';
import { jsonRules } from './index.ts';

export const allRules = [...textRules, ...jsonRules];
