/** Replaces `jinja.ts` in environments that cannot run programs, such as a browser. */
import type * as twin from '../jinja.ts';

export const findPython: (typeof twin)['findPython'] = () => undefined;
export const whyNoPython: (typeof twin)['whyNoPython'] = async () => 'a browser cannot run programs';
export const renderInPython: (typeof twin)['renderInPython'] = async () => {
  throw new Error('a browser cannot run programs');
};
