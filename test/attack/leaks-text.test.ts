import { attackSuite } from './leaks/suite.ts';
import { textSubjects } from './leaks/text-subjects.ts';

attackSuite('text', textSubjects);
