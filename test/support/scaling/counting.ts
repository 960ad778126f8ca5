/** Begins to count steps as soon as it is imported: what is imported after it is compiled with counters. */
import { startCounting } from './steps.ts';

startCounting();
