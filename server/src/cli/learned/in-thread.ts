/** Registers in a thread the dialects that were learned before it started. */
import { getEnvironmentData } from 'node:worker_threads';
import type { LearnedFacts } from '../../syntax/families/learned/facts.ts';
import { knowDialects } from '../../syntax/families/learned/know.ts';
import { learnedDialects } from './name.ts';

knowDialects(getEnvironmentData(learnedDialects) as readonly LearnedFacts[] | undefined);
