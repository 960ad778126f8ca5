/** The counterpart of `thread.ts` in a browser: the server, which is a worker itself, starts another worker. */

import { beside } from '../../web/beside.ts';
import type * as twin from '../thread.ts';

export const threadOf: (typeof twin)['threadOf'] = (name) => (onAnswer, onFailure) => {
  // A browser starts a worker only from the page's own origin, but the worker may load its code from anywhere.
  const begin = `self.serverFolder = ${JSON.stringify(beside(''))}; importScripts(${JSON.stringify(beside(`${name}.js`))});`;
  const url = URL.createObjectURL(new Blob([begin], { type: 'text/javascript' }));
  const worker = new Worker(url);
  worker.onmessage = ({ data }) => onAnswer(data);
  worker.onerror = (event) => {
    // The error is reported for the job, so it must not be reported for the server as well. Ending a worker while it is
    // loading also causes an error.
    event.preventDefault();
    onFailure(new Error(event.message));
  };
  return {
    post: (job) => worker.postMessage(job),
    // The worker does not share memory with the server, so it cannot be told to stop. If the job takes too long to end,
    // the server ends the worker.
    stop: () => {},
    end: () => {
      worker.terminate();
      URL.revokeObjectURL(url);
    },
  };
};
