import { readUnit } from '../../syntax/json/document.ts';
import { valueSpan } from '../support/json-scope.ts';
import type { JsonRule } from '../support/rule.ts';

/** JSON in which no shape was recognised: it is never called clean. */
export const rule: JsonRule = {
  code: 'json-shape-unknown',
  title: 'JSON of unknown shape',
  section: 'Language notes, A-144',
  level: 'information',
  json: {
    dialects: ['json'],
    sequence({ shape }) {
      let isTold = shape !== 'unknown';
      if (isTold) return undefined;
      return (unit, report) => {
        const { root } = readUnit(unit);
        if (isTold || root === undefined) return;
        isTold = true;
        report(
          valueSpan(unit.text, root),
          'This JSON has none of the shapes that hold messages, so nothing in it was checked. If it is a transcript, choose its dialect.',
        );
      };
    },
  },
};
