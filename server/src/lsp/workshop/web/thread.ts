/** `thread.ts` in a browser: a worker started by the server, which is itself a worker. */

import { beside } from '../../web/beside.ts';
import type * as twin from '../thread.ts';

export const threadOf: (typeof twin)['threadOf'] = (name) => (heard, failed) => {
  // A worker can only be started from its own origin, but can load its code from anywhere.
  const begin = `self.serverFolder = ${JSON.stringify(beside(''))}; importScripts(${JSON.stringify(beside(`${name}.js`))});`;
  const url = URL.createObjectURL(new Blob([begin], { type: 'text/javascript' }));
  const worker = new Worker(url);
  worker.onmessage = ({ data }) => heard(data);
  worker.onerror = (event) => {
    // The error is reported to the job, so it must not count as an error of the server, too. A worker that is ended while it loads also
    // causes one.
    event.preventDefault();
    failed(new Error(event.message));
  };
  return {
    post: (job) => worker.postMessage(job),
    // A worker shares no memory with the server, which instead ends it if the job continues for too long.
    stop: () => {},
    end: () => {
      worker.terminate();
      URL.revokeObjectURL(url);
    },
  };
};
