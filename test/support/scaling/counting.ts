/** Starts counting steps as soon as it is imported. Modules that are imported after it are compiled with counters. */
import { startCounting } from './steps.ts';

startCounting();
