import { jsonSubjects } from './leaks/json-subjects.ts';
import { attackSuite } from './leaks/suite.ts';

attackSuite('JSON', jsonSubjects);
