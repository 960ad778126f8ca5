/** Completion in the JSON of functions in ChatML, after a token (0.1 §8) or in a tag: calls, outputs, signatures. */
import { functionParts } from '../../model/functions.ts';
import { meaning } from '../../model/message.ts';
import { taggedParts } from '../../model/tagged-parts.ts';
import type { SchemaObject } from '../../model/tools/schema.ts';
import type { Span } from '../../syntax/span.ts';
import { CompletionItemKind } from '../support/kinds.ts';
import { declaredTools } from '../support/names.ts';
import { cursorIn, offersFor, offersOf } from './arguments.ts';
import { type Offer, type Offers, type Request, stretch } from './offer.ts';

const call: SchemaObject = {
  properties: {
    name: { type: 'string', description: 'The function to call.' },
    arguments: { type: 'object', description: 'What the function is given, as its signature asks for it.' },
  },
  required: ['name', 'arguments'],
};

const output: SchemaObject = {
  properties: {
    name: { type: 'string', description: 'The function that was called.' },
    content: { description: 'What it returned: any JSON value.' },
  },
  required: ['name', 'content'],
};

const parameter: SchemaObject = {
  properties: {
    type: { enum: ['string', 'integer', 'number', 'boolean', 'array', 'object'] },
    description: { type: 'string', description: 'What the parameter means, for the model.' },
    enum: { type: 'array', description: 'The only values that are allowed.' },
  },
  required: ['type'],
};

const signature: SchemaObject = {
  properties: {
    type: { const: 'function' },
    function: {
      type: 'object',
      description: 'The function that is offered.',
      properties: {
        name: { type: 'string', description: 'The name to call it by.' },
        description: { type: 'string', description: 'What it does, for the model.' },
        parameters: {
          type: 'object',
          description: 'JSON Schema of the arguments.',
          properties: {
            type: { const: 'object' },
            properties: {
              type: 'object',
              description: 'A schema for each parameter.',
              additionalProperties: parameter,
            },
            required: { type: 'array', description: 'The parameters that a call must give.' },
          },
          required: ['type', 'properties'],
        },
      },
      required: ['name', 'description', 'parameters'],
    },
  },
  required: ['type', 'function'],
};

/** By function token and by tag; what `<tool_response>` holds may be anything. */
const schemas = new Map([
  ['function_call', call],
  ['function_output', output],
  ['function_list', signature],
  ['tool_call', call],
  ['tools', signature],
]);

/** The members of what is written, their values where these are few, and the arguments of a call. */
export function completeFunctionJson(request: Request): Offers | undefined {
  const { name, start: base, end } = payloadAt(request) ?? {};
  const schema = schemas.get(name ?? '');
  if (schema === undefined || base === undefined || end === undefined) return undefined;
  const cursor = cursorIn(request, base, end);
  if (cursor === undefined) return undefined;
  // Several may stand in an array.
  const depth = typeof cursor.path[0] === 'number' ? 1 : 0;
  const [member, ...inner] = cursor.path.slice(depth);
  const tool = cursor.frames[depth]?.strings.get('name');
  if (cursor.quoted && member === 'name' && inner.length === 0 && cursor.kind === 'value' && schema !== signature)
    return offerFunctions(request);
  if (schema !== call || member !== 'arguments') return offersOf(schema, cursor, cursor.path.slice(depth), base);
  return tool === undefined ? undefined : offersFor(request, cursor, inner, tool, base);
}

/** The functions that system messages list. */
function offerFunctions(request: Request): Offers | undefined {
  const offers = [...declaredTools(request.transcript).values()].map(
    ({ tool, doc }): Offer => ({ label: tool, kind: CompletionItemKind.Function, detail: doc.split('\n')[0], doc }),
  );
  return offers.length === 0 ? undefined : { ...stretch(request, /[^"]*$/, /^[^"\r\n]*/), offers };
}

/** The payload at the cursor, and the name of its token or tag. */
function payloadAt({ block, at }: Request): (Span & { readonly name: string }) | undefined {
  const { role } = meaning(block);
  const tag = taggedParts(block, role).find(({ inner, open }) => open && inner.start <= at && at <= inner.end);
  if (tag) return { name: tag.name, ...tag.inner };
  const parts = functionParts(block, role);
  const index = parts.findLastIndex(({ end }) => end <= at);
  const part = parts[index];
  return part && { name: part.token.name, start: part.end, end: parts[index + 1]?.start ?? block.bodyEnd };
}
