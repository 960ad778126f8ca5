/** Returns the problems of a message, each with its text, its rule and a button to fix it. */
import type { FromPage, MessageFault, ViewMessage } from '../protocol.ts';
import { element } from './elements.ts';
import { t } from './words.ts';

export function faultsOf({ faults = [] }: ViewMessage): HTMLElement[] {
  return faults.map(({ severity, message, code }: MessageFault) => {
    const faultElement = element('p', `fault ${severity}`);
    const rule = element('button', 'rule', code);
    rule.title = t('Show the page for this rule');
    const fix = element('button', 'fix', t('Fix'));
    fix.ariaLabel = t('Fix {0}', code);
    const text = element('span', 'text');
    for (const piece of withCode(message)) text.append(piece);
    text.dir = 'auto';
    faultElement.append(
      element('span', 'apart', severity === 'error' ? t('Error:') : t('Warning:')),
      text,
      ' ',
      rule,
      ' ',
      fix,
    );
    faultElement.dataset.code = code;
    return faultElement;
  });
}

/** Returns a text as nodes, in which text between backticks becomes code. */
const withCode = (text: string): (Node | string)[] =>
  text.split(/`([^`]+)`/).map((piece, i) => (i % 2 === 1 ? element('code', '', piece) : piece));

/** Returns the request for a click on a problem; undefined for a click elsewhere. */
export function askedOfFault(target: Element): FromPage | undefined {
  const { code, at } = target.closest<HTMLElement>('.fault')?.dataset ?? {};
  if (code === undefined || at === undefined) return undefined;
  if (target.closest('.rule')) return { type: 'rule', code };
  const position = JSON.parse(at);
  return target.closest('.fix') ? { type: 'fix', code, position } : { type: 'reveal', position };
}
