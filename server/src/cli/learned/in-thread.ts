/** Makes the dialects that were learned before a thread was started known to it. */
import { getEnvironmentData } from 'node:worker_threads';
import type { LearnedFacts } from '../../syntax/families/learned/facts.ts';
import { knowDialects } from '../../syntax/families/learned/know.ts';
import { learnedDialects } from './name.ts';

knowDialects(getEnvironmentData(learnedDialects) as readonly LearnedFacts[] | undefined);
