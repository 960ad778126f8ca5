/** Starts counting steps as soon as it is imported: modules imported after it are compiled with counters. */
import { startCounting } from './steps.ts';

startCounting();
