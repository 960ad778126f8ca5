/** Completion in the JSON of a body. */
import { completeInside } from '../embedded-json/completion.ts';
import { payloadAt } from '../embedded-json/in-text.ts';
import { completeParameter } from '../embedded-json/parameters.ts';
import type { Offers, Request } from './completion-items.ts';

export function completeJson(request: Request): Offers | undefined {
  const parameter = completeParameter(request);
  if (parameter) return parameter;
  const payload = payloadAt(request);
  return payload && completeInside(payload, request.typed);
}
