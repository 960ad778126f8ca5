/** Completion in the JSON of a body. */
import { completeInside } from '../inside/completion.ts';
import { payloadAt } from '../inside/in-text.ts';
import { completeParameter } from '../inside/parameters.ts';
import type { Offers, Request } from './offer.ts';

export function completeJson(request: Request): Offers | undefined {
  const parameter = completeParameter(request);
  if (parameter) return parameter;
  const payload = payloadAt(request);
  return payload && completeInside(payload, request.typed);
}
