/** A background job that runs until it is done or stopped. */
import type { DataSetState } from '../../../../protocol/data-sets.ts';

type JobKind = NonNullable<DataSetState['job']>['kind'];

export class Job {
  /** The fraction of the work that is done, from 0 to 1. */
  done = 0;
  found = 0;
  isStopped = false;
  private readonly listeners: (() => void)[] = [];

  constructor(readonly kind: JobKind) {}

  onStop(listener: () => void): void {
    this.listeners.push(listener);
  }

  stop(): void {
    if (this.isStopped) return;
    this.isStopped = true;
    for (const listener of this.listeners) listener();
  }
}
