/** `port.ts` in a browser. */
import type * as twin from '../port.ts';

export const isStopped: (typeof twin)['isStopped'] = () => false;

export const serveJobs: (typeof twin)['serveJobs'] = (work) => {
  self.onmessage = async ({ data }) => self.postMessage(await work(data));
};
