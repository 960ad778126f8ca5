/** The source of a message or a row, with its control tokens, which can be opened in the line of details. */
import type { Position, ToPage } from '../protocol.ts';
import { element } from './elements.ts';
import { post } from './host.ts';
import { t } from './words.ts';

/**
 * Whether the source may be shown. This is the case while hidden layers are shown, since the source contains parts that end users do not
 * see.
 */
let isAllowed = false;
export const allowRaw = (isRawAllowed: boolean) => {
  isAllowed = isRawAllowed;
};

type Raw = Omit<Extract<ToPage, { readonly type: 'raw' }>, 'type' | 'text'>;
const keyOf = ({ position, row }: Raw) => JSON.stringify([position.line, position.character, row]);
/** The elements whose text was requested but has not arrived. */
const awaited = new Map<string, HTMLElement>();

/** Returns a button that opens the source below it. Undefined if the source must not be shown. */
export function rawButton(position: Position, row: boolean): HTMLButtonElement | undefined {
  if (!isAllowed) return undefined;
  const button = element('button', 'raw-button', t('Raw'));
  button.title = row ? t('Show the JSON of the row') : t('Show the source of the message, with its control tokens');
  button.ariaExpanded = 'false';
  button.addEventListener('click', (event) => {
    event.stopPropagation();
    const line = button.parentElement;
    const open = line?.querySelector('.raw');
    button.ariaExpanded = String(!open);
    if (open) return open.remove();
    const box = element('pre', 'raw', '…');
    box.tabIndex = 0;
    box.dir = 'ltr';
    line?.append(box);
    awaited.set(keyOf({ position, row }), box);
    post({ type: 'raw', position, row });
  });
  return button;
}

export function showRaw({ text, ...raw }: Raw & { readonly text: string }): void {
  const box = awaited.get(keyOf(raw));
  if (box) box.textContent = text;
  awaited.delete(keyOf(raw));
}
