/** Collects what the JSON reader finds besides values: faults, their corrections, and the range of doubtful text. */
import { type JsonFault, type JsonFaultCode, spareCommas } from './faults.ts';
import type { JsonEdit } from './nodes.ts';

export class NotedFaults {
  protected readonly faults: JsonFault[] = [];
  protected readonly repairs: JsonEdit[] = [];
  protected repairable = true;
  protected doubt: { start: number; end: number } | undefined;
  /** The offset before which no further syntax fault is reported, since a single mistake has many consequences. */
  protected quietUntil = -1;

  constructor(
    protected readonly text: string,
    private readonly limit: number,
    private readonly allowed: ReadonlySet<JsonFaultCode>,
  ) {}

  protected report(fault: JsonFault): void {
    if (this.allowed.has(fault.code)) return;
    if (!spareCommas.has(fault.code)) this.raiseDoubt(fault.start, fault.end);
    if (this.faults.length < this.limit) this.faults.push(fault);
  }

  protected repair(start: number, end: number, text: string): void {
    this.repairs.push({ start, end, text });
  }

  /** Notes a syntax error. Its correction, if there is a clear one, is recorded even if the error is not reported. */
  protected wrong(fault: JsonFault, mend?: readonly [start: number, end: number, text: string]): void {
    if (mend) this.repair(...mend);
    else this.repairable = false;
    this.say(fault);
  }

  /** Reports a syntax error, unless another one on its line has been reported. */
  protected say(fault: JsonFault): void {
    const { start, end } = fault;
    if (this.allowed.has(fault.code)) return;
    this.raiseDoubt(start, end);
    if (start < this.quietUntil) return;
    const lf = this.text.indexOf('\n', start);
    this.quietUntil = lf < 0 ? this.text.length + 1 : lf;
    this.report({ ...fault, end: Math.min(end, this.quietUntil, this.text.length) });
  }

  private raiseDoubt(start: number, end: number): void {
    const { doubt } = this;
    if (doubt === undefined) this.doubt = { start, end };
    else {
      doubt.start = Math.min(doubt.start, start);
      doubt.end = Math.max(doubt.end, end);
    }
  }
}
