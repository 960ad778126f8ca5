/** Filters messages by role, channel and tool, with a button for each value. */
import { type Filter, type FilterDimension, filterDimensions, type UserView } from '../protocol.ts';
import { byId, element } from './elements.ts';
import { t } from './words.ts';

const toggle = byId('filter');
const panel = byId('filters');

const titles = (): Readonly<Record<FilterDimension, string>> => ({
  roles: t('Roles'),
  channels: t('Channels'),
  tools: t('Tools'),
});

/** Returns a filter in which a value is added, or removed if the filter has it. */
function changed(only: Filter, of: FilterDimension, value: string): Filter {
  const had = only[of] ?? [];
  const values = had.includes(value) ? had.filter((one) => one !== value) : [...had, value];
  const others = filterDimensions.filter((name) => name !== of && only[name]?.length);
  return Object.fromEntries([...others.map((name) => [name, only[name]]), ...(values.length ? [[of, values]] : [])]);
}

let lastLook = '';

/** Updates the buttons. If nothing has changed, they are not replaced, so that none of them loses the focus. */
export function showFilters({ facets }: Pick<UserView, 'facets'>, only: Filter, choose: (only: Filter) => void): void {
  toggle.hidden = false;
  const isOn = filterDimensions.some((name) => only[name]?.length);
  toggle.classList.toggle('on', isOn);
  toggle.ariaLabel = isOn ? t('Filter, on') : null;
  const look = JSON.stringify([facets, only]);
  if (look === lastLook) return;
  lastLook = look;
  const focused = panel.contains(document.activeElement)
    ? (document.activeElement as HTMLElement).dataset.value
    : undefined;
  panel.replaceChildren();
  for (const name of filterDimensions) {
    // A selected value is listed even if no message has it anymore, so that the user can deselect it.
    const gone = (only[name] ?? []).filter((value) => !facets[name].some((facet) => facet.name === value));
    const all = [...facets[name], ...gone.map((value) => ({ name: value, count: 0 }))];
    if (all.length > 1 || only[name]?.length) panel.append(group(name, all, only, choose));
  }
  if (isOn) {
    const clear = element('button', 'chip clear', t('Show all messages'));
    clear.addEventListener('click', () => {
      toggle.focus();
      choose({});
    });
    panel.append(clear);
  }
  if (panel.childElementCount === 0)
    panel.append(element('p', 'note', t('All messages are of the same kind, so there is nothing to filter.')));
  for (const button of panel.querySelectorAll('button')) if (button.dataset.value === focused) button.focus();
}

function group(
  name: FilterDimension,
  all: UserView['facets'][FilterDimension],
  only: Filter,
  choose: (only: Filter) => void,
): HTMLElement {
  const group = element('div', 'facets');
  group.role = 'group';
  group.ariaLabel = titles()[name];
  group.append(element('span', 'title', titles()[name]));
  for (const { name: value, count } of all) {
    const chip = element('button', 'chip');
    const label = element('span', 'value', value);
    label.dir = 'auto';
    chip.append(label, element('span', 'count', String(count)));
    chip.ariaPressed = String(only[name]?.includes(value) ?? false);
    chip.dataset.value = `${name} ${value}`;
    chip.addEventListener('click', () => choose(changed(only, name, value)));
    group.append(chip);
  }
  return group;
}

function openFilters(on: boolean): void {
  panel.hidden = !on;
  toggle.ariaExpanded = String(on);
}

/** Hides the filters, since a prompt is never filtered. */
export function hideFilters(): void {
  toggle.hidden = true;
  openFilters(false);
}

toggle.addEventListener('click', () => openFilters(panel.hidden !== false));
panel.addEventListener('keydown', ({ key }) => {
  if (key !== 'Escape') return;
  openFilters(false);
  toggle.focus();
});
