/** Tells which roles and channels users can see in principle. Whether they see a particular message is decided in `verdict.ts`. */
import { channels, roles } from '../../grammar/index.ts';

const namesOf = (facts: readonly { readonly name: string; readonly visible: boolean }[]) =>
  new Set(facts.filter(({ visible }) => visible).map(({ name }) => name));

const visibleRoles = namesOf(roles);
const visibleChannels = namesOf(channels);

export function isVisibleRole(role: string | undefined): boolean {
  return role !== undefined && visibleRoles.has(role);
}

export function isVisibleChannel(channel: string | undefined): boolean {
  return channel !== undefined && visibleChannels.has(channel);
}
