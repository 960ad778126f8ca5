/** Shows the facts about a session besides its messages: the choice of a branch, compactions and usage. */
import {
  type BranchKind,
  isBefore,
  type Position,
  type SessionBranch,
  type SessionCompaction,
  type SessionUsage,
  type UserView,
} from '../protocol.ts';
import { byId, element } from './elements.ts';
import type { Item } from './items.ts';
import { t } from './words.ts';

const box = byId('branches');
const picker = byId<HTMLSelectElement>('branch');

/** The option for the conversation with which the session ends. */
const conversation = '';
/** The option for everything in the log; requests use the same value. */
const everything = 'all';

export const branchNames = (): Readonly<Record<BranchKind, string>> => ({
  branch: t('branch'),
  'rolled-back': t('rolled back'),
  'sub-agent': t('sub-agent'),
});

let lastLook = '';

/** Updates the list of branches, which is only visible if the log has more than one conversation. */
export function showBranches({ session }: Pick<UserView, 'session'>): void {
  box.hidden = session === undefined || session.branches.length === 0;
  if (session === undefined || box.hidden) return;
  const { branches, branchCount, branch = conversation } = session;
  const look = JSON.stringify([branches, branchCount]);
  if (look !== lastLook) {
    lastLook = look;
    const options = [
      option(conversation, t('The conversation')),
      ...branches.map((one) => option(one.id, nameOf(one))),
      option(everything, t('Everything in the log')),
    ];
    if (branchCount > branches.length) {
      const more = option(
        'more',
        t('{0} more in the log, not listed', (branchCount - branches.length).toLocaleString('en')),
      );
      more.disabled = true;
      options.splice(-1, 0, more);
    }
    picker.replaceChildren();
    for (const one of options) picker.append(one);
  }
  picker.value = branch;
  box.classList.toggle('on', branch !== conversation);
}

export function hideBranches(): void {
  box.hidden = true;
}

function option(value: string, text: string): HTMLOptionElement {
  const optionElement = element('option', '', text);
  optionElement.value = value;
  return optionElement;
}

function nameOf({ kind, position, count, words }: SessionBranch): string {
  const line = position.line + 1;
  const branchLabel =
    kind === 'sub-agent'
      ? t('Sub-agent, line {0}', line)
      : kind === 'branch'
        ? t('Branch, line {0}', line)
        : t('Rolled back, line {0}', line);
  const size = count === 1 ? t('1 message') : t('{0} messages', count);
  return words ? `${branchLabel} (${size}): ${words}` : `${branchLabel} (${size})`;
}

export function startBranches(choose: (branch: string | undefined) => void): void {
  picker.addEventListener('change', () => choose(picker.value === conversation ? undefined : picker.value));
}

/** Inserts a note about each compaction before the first item that follows it. `items`: the items in order, with their start positions. */
export function withCompactions(
  items: readonly (Item & { readonly start: Position })[],
  { session, before, after }: UserView,
): Item[] {
  const marked: Item[] = [];
  const marks = session?.compactions ?? [];
  let next = 0;
  for (const [i, item] of items.entries()) {
    for (let mark = marks[next]; mark && !isBefore(item.start, mark.position); mark = marks[++next])
      if (i > 0 || before === 0) marked.push(compaction(mark));
    marked.push(item);
  }
  if (after === 0) for (const mark of marks.slice(next)) marked.push(compaction(mark));
  return marked;
}

function compaction({ replaced, dropped = false }: SessionCompaction): Item {
  const text = dropped ? droppedText(replaced) : replacedText(replaced);
  return { key: `compaction ${dropped} ${replaced}`, make: () => element('p', 'note compaction', text) };
}

const replacedText = (count: number): string =>
  count === 1
    ? t('Compacted: for the model, a summary replaced the message before this line.')
    : t('Compacted: for the model, a summary replaced the {0} messages before this line.', count.toLocaleString('en'));

const droppedText = (count: number): string =>
  count === 1
    ? t('Compacted: the model sees a summary instead of 1 earlier message, which is in the “User” view.')
    : t(
        'Compacted: the model sees a summary instead of {0} earlier messages, which are in the “User” view.',
        count.toLocaleString('en'),
      );

/** Returns the token usage of an answer in words: `12,400 tokens read, 56,000 from the cache, 320 written, $0.04`. */
export function usageText({ input, cached, output, cost }: SessionUsage): string {
  const number = (count: number) => count.toLocaleString('en');
  return [
    input !== undefined && t('{0} tokens read', number(input)),
    cached !== undefined && cached > 0 && t('{0} from the cache', number(cached)),
    output !== undefined && t('{0} written', number(output)),
    cost !== undefined && `$${cost.toLocaleString('en', { minimumFractionDigits: 2, maximumFractionDigits: 4 })}`,
  ]
    .filter(Boolean)
    .join(', ');
}

export function durationText(milliseconds: number): string {
  const seconds = milliseconds / 1000;
  if (seconds < 60) return t('{0} s', seconds.toLocaleString('en', { maximumFractionDigits: 1 }));
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return t('{0} min {1} s', minutes, Math.round(seconds % 60));
  return t('{0} h {1} min', Math.floor(minutes / 60), minutes % 60);
}
