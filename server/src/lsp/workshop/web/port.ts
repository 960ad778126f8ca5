/** The counterpart of `port.ts` in a browser. */
import { knowDialects } from '../../../syntax/families/learned/know.ts';
import type * as twin from '../port.ts';

export const isStopped: (typeof twin)['isStopped'] = () => false;

export const serveJobs: (typeof twin)['serveJobs'] = (work) => {
  self.onmessage = async ({ data }) => {
    knowDialects(data.learned);
    self.postMessage(await work(data));
  };
};
