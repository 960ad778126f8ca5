import { channels, roles } from '../../grammar/index.ts';
import { objectsOf } from '../../model/json/projection.ts';
import { type JsonNode, memberOf, textOf } from '../../syntax/json/nodes.ts';
import { isToolRole } from '../../syntax/message-header.ts';
import { closest } from '../../syntax/tokens/closest.ts';
import { didYouMean, listed, quote } from '../../syntax/wording.ts';
import { rule as inText } from '../E-PARSE-HEADER.ts';
import { factsOf, type JsonRule, type Report } from '../support/rule.ts';

const roleNames = roles.map(({ name }) => name);
const channelNames = channels.map(({ name }) => name);

/** The same in the JSON projection: a role or a channel that does not exist (2.2 §4, §10). */
export const rule: JsonRule = {
  ...factsOf(inText),
  json: {
    dialects: ['openchatml-json'],
    check({ reading }, report) {
      for (const message of objectsOf(reading).objects) {
        checkWord(message, 'role', report, roleNames, isToolRole);
        checkWord(message, 'channel', report, channelNames);
      }
    },
  },
};

function checkWord(
  message: JsonNode,
  key: string,
  report: Report,
  names: readonly string[],
  isOther: (word: string) => boolean = () => false,
): void {
  const value = memberOf(message, key)?.value;
  if (value?.kind !== 'string' || names.includes(value.value) || isOther(value.value)) return;
  const suggestion = closest(value.value, names);
  const what = `${quote(value.value)} is not a ${key}. The ${key}s are ${listed(names)}.`;
  // A reply without what replies need would be wrong in other ways.
  const fits = suggestion !== 'tool' || (memberOf(message, 'name') && textOf(message, 'call_id'));
  report(value, what + didYouMean(suggestion), suggestion && fits ? { data: { suggestion } } : {});
}
