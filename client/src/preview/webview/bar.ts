/** The bar of the page, with the choice of the view, the navigation in a data set, and actions. */
import type { FromPage, Mode, UserView } from '../protocol.ts';
import { modes } from '../protocol.ts';
import { byId, element } from './elements.ts';
import { icon } from './icons.ts';
import { t } from './words.ts';

const debugSwitch = byId('debug');
const banner = byId('banner');
const buttons = { user: byId('user'), model: byId('model'), prompt: byId('template'), training: byId('training') };
const compare = byId('compare');
const conversations = byId('conversations');
const number = byId<HTMLInputElement>('number');
const folds = byId('folds');
const besides = { previous: byId('previous'), next: byId('next') };

interface Banner {
  /**
   * The banner text for a normal theme (`full`), and for high contrast (`dotted`), in which hidden parts have a dotted edge instead of
   * being dimmed.
   */
  readonly full: string;
  readonly dotted: string;
  readonly title: string;
  /** The banner text if there is little room (`short`), and beside the choice of a row if there is even less (`least`). */
  readonly short: string;
  readonly least: string;
}

const banners = (): Readonly<Record<Mode, Banner>> => ({
  user: {
    full: t('Hidden layers are shown. End users do not see the dimmed parts.'),
    dotted: t('Hidden layers are shown. End users do not see the parts with a dotted edge.'),
    title: t('Hidden layers are shown. End users do not see the parts that are dimmed or have a dotted edge.'),
    short: t('Hidden layers are shown'),
    least: t('All layers'),
  },
  model: {
    full: t('This is the text that the model continues from. End users do not see the dimmed parts.'),
    dotted: t('The model continues from this text. End users do not see the parts with a dotted edge.'),
    title: t(
      'This is the text that the model continues from. End users do not see the parts that are dimmed or have a dotted edge.',
    ),
    short: t('Model’s view'),
    least: t('Model'),
  },
});

/**
 * Adds a line to the tooltip of the switch for hidden layers: the number of messages that are not for end users. Call this after `label`,
 * which sets the tooltip.
 */
export function sayHidden(count: number): void {
  if (count > 0)
    debugSwitch.title += `\n${count === 1 ? t('1 message is not for end users.') : t('{0} messages are not for end users.', count)}`;
}

/** Writes a text. `word`: a single word that is shown instead if there is little room. */
function write(parent: HTMLElement, text: string, word?: string): void {
  const full = parent.querySelector('.full');
  const short = parent.querySelector('.short');
  if (full) full.textContent = text;
  if (short && word !== undefined) short.textContent = word;
}

/** Writes the text of the banner in all its lengths. The styles choose the one that fits the window and the theme. */
function writeBanner(bannerTexts: Banner | undefined): void {
  const parts = {
    '.if-dimmed': bannerTexts?.full,
    '.if-dotted': bannerTexts?.dotted,
    '.short': bannerTexts?.short,
    '.least': bannerTexts?.least,
  };
  for (const [selector, text = ''] of Object.entries(parts)) {
    const part = banner.querySelector(selector);
    if (part) part.textContent = text;
  }
  banner.title = bannerTexts?.title ?? '';
}

/** Makes the bar show the current view. */
export function label(view: Mode | 'prompt' | 'training', debug: boolean, name = ''): void {
  const isPrompt = view === 'prompt' || view === 'training';
  // A prompt consists of what the template renders, and nothing in it is marked as hidden.
  const beyond = view === 'model' || (debug && !isPrompt);
  for (const [name, button] of Object.entries(buttons)) button.setAttribute('aria-pressed', String(name === view));
  document.body.classList.toggle('debug', beyond);
  debugSwitch.setAttribute('aria-checked', String(debug));
  debugSwitch.title = debug ? t('Hide hidden layers') : t('Show hidden layers');
  // In the model's view, hidden messages are always shown.
  debugSwitch.hidden = view === 'model';
  banner.hidden = !beyond;
  writeBanner(beyond ? banners()[view === 'model' ? view : 'user'] : undefined);
  folds.hidden = !beyond || isPrompt;
  compare.hidden = !isPrompt;
  if (view === 'training') byId('total').hidden = true;
  byId('export').hidden = view !== 'user' && view !== 'prompt';
  byId('export').title = view === 'prompt' ? t('Save this prompt as text') : t('Save this view as HTML or Markdown');
  write(buttons.prompt, view === 'prompt' ? t('Prompt: {0}', name.split('/').at(-1) ?? '') : t('Prompt…'));
  write(buttons.training, view === 'training' && name ? t('Training: {0}', name) : t('Training…'));
}

/** Makes the bar show that there is no content, so that it does not claim that hidden layers are shown. */
export function labelNothing(): void {
  document.body.classList.remove('debug');
  banner.hidden = true;
  folds.hidden = true;
  byId('total').hidden = true;
}

/** Shows the number of the current conversation in its data set, with buttons to go to the others. */
export function place({ conversation: which }: Pick<UserView, 'conversation'>): void {
  conversations.hidden = which === undefined;
  if (which === undefined) return;
  if (document.activeElement !== number) number.value = String(which.number);
  number.style.width = `${String(which.count).length + 1}ch`;
  byId('count').textContent = t('of {0}', which.count.toLocaleString('en'));
  for (const name of ['previous', 'next'] as const) {
    const at = which[name];
    besides[name].toggleAttribute('disabled', at === undefined);
    if (at) besides[name].dataset.around = JSON.stringify(at);
  }
}

export function startBar(post: (message: FromPage) => void): void {
  for (const name of ['filter', 'export', 'compare', 'expand', 'collapse'] as const) byId(name).prepend(icon(name));
  byId('search').prepend(icon('find'));
  debugSwitch.prepend(icon('eye'), element('span', 'mark'));
  buttons.prompt.addEventListener('click', () => post({ type: 'template' }));
  buttons.training.addEventListener('click', () => post({ type: 'training' }));
  for (const mode of modes) buttons[mode].addEventListener('click', () => post({ type: 'mode', mode }));
  for (const button of Object.values(besides))
    button.addEventListener('click', () => {
      const position = button.dataset.around;
      if (position) post({ type: 'around', position: JSON.parse(position) });
    });
  number.addEventListener('change', () => {
    const conversationNumber = Number(number.value.trim());
    if (Number.isSafeInteger(conversationNumber) && conversationNumber > 0)
      post({ type: 'conversation', number: conversationNumber });
  });
  compare.addEventListener('click', () => post({ type: 'compare' }));
  byId('export').addEventListener('click', () => post({ type: 'export' }));
  debugSwitch.addEventListener('click', () =>
    post({ type: 'debug', on: debugSwitch.getAttribute('aria-checked') !== 'true' }),
  );
}
