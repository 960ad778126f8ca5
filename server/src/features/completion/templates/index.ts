/** Offers whole messages as completions: the messages that may come next, in the syntax of the family, with names from the transcript. */

import { headerText } from '../../../grammar/samples.ts';
import { type Family, type FamilyId, families, rowsOf } from '../../../syntax/families/index.ts';
import { type Piece, plain, snippet } from '../../embedded-json/value-skeleton.ts';
import { fenced, paragraphs } from '../../hover/markdown.ts';
import { CompletionItemKind } from '../../support/kinds.ts';
import { lineBefore, type Offer, type Offers, type Request } from '../completion-items.ts';
import { type Context, contextAt, speaker } from './context.ts';
import { draftPieces, type Template } from './draft.ts';
import { followingRole, learnedCalls, learnedTemplates, type WrittenTemplate } from './learned-templates.ts';
import { openTemplates } from './openchatml-templates.ts';
import { plainTemplates } from './plain-templates.ts';

const templates = rowsOf<(context: Context) => readonly Template[]>(
  () => openTemplates,
  () => plainTemplates,
);

/**
 * The whole messages that may be inserted outside messages, as offers that replace the text from `start` to the cursor. `family`: the
 * family of the offered messages, if it is not that of the document. `prefix`: the beginning of their labels in that case.
 */
export function messageOffers(request: Request, start: number, family?: Family, prefix = ''): readonly Offer[] {
  const { block, at, place, transcript } = request;
  const context = contextAt(request, block.kind === 'message', family);
  const { between } = context.family.frame;
  const lead = lineBefore(block.text, start).trim().replace('\uFEFF', '') === '' ? '' : between;
  const next = transcript.slice(place.start + at, place.start + at + 1);
  const tail = /^[\r\n]?$/.test(next) ? '' : between;
  const typed = block.text.slice(start, at);
  if (context.family.learned !== undefined)
    return learnedInOrder(context).map((template) => offer(template, [lead, ...template.pieces, tail], typed));
  return inOrder(context).flatMap((template) => {
    const pieces = draftPieces(template.draft, context.family);
    if (pieces === undefined) return [];
    const label = prefix + template.label;
    return [offer({ ...template, label }, [lead, ...pieces, tail], typed)];
  });
}

/** In a learned dialect, offers the calls that may follow an opener of the model that is already written. */
export function callOffers(request: Request): Offers | undefined {
  const { block, at } = request;
  const offers = learnedCalls(contextAt(request, false), block.text.slice(0, block.headerEnd)).map((template) =>
    offer(template, template.pieces, ''),
  );
  return offers.length === 0 ? undefined : { start: at, end: at, offers };
}

function learnedInOrder(context: Context): readonly WrittenTemplate[] {
  const next = speaker(context) ?? followingRole(context.before?.said.role);
  const rank = ({ due, role }: WrittenTemplate) => (due ? 0 : role === next ? 1 : 2);
  return [...learnedTemplates(context)].sort((a, b) => rank(a) - rank(b));
}

/**
 * The offers that complete a message whose opener is already written. They replace the text from `start` to the cursor. Returns none if
 * text follows the opener.
 */
export function restOffers(request: Request, { start, end }: { start: number; end: number }): readonly Offer[] {
  const { block, at } = request;
  if (block.text.slice(end).trim() !== '') return [];
  const context = contextAt(request, false);
  return inOrder(context).flatMap((template) => {
    const [head, ...rest] = draftPieces(template.draft, context.family) ?? [];
    if (typeof head !== 'string') return [];
    const pieces = [head.slice(context.family.frame.openers[0].text.length), ...rest];
    return [offer(template, pieces, block.text.slice(start, at))];
  });
}

const short = new Map<FamilyId, string>([['openchatml-0.1', 'ChatML']]);

/** The families in which an empty document may be written, each with the prefix for the labels of its messages. */
const shortNames = new Map<Family, string>(
  Object.values(families)
    .filter(({ has }) => has.plainFrames)
    .map((family) => [family, short.get(family.id) ?? family.name]),
);

/** The messages of the other families, offered while the family of the document is undecided. */
export function foreignOffers(request: Request, start: number): readonly Offer[] {
  return [...shortNames].flatMap(([family, name]) => messageOffers(request, start, family, `${name} `));
}

/** The offer of a document header (2.2 §2) with the most useful keys. */
export function documentHeaderOffer(): Offer {
  return {
    ...offer({ label: 'header', words: 'version', doc: 'The YAML header that begins the document.' }, headerText, ''),
    detail: 'document header',
  };
}

/** Sorts templates: first the replies to unanswered calls, then the messages of the role that speaks next. */
function inOrder(context: Context): readonly Template[] {
  const next = speaker(context);
  const rank = ({ due, draft }: Template) => (due ? 0 : draft.role === next ? 1 : 2);
  return [...templates(context.family)(context)].sort((a, b) => rank(a) - rank(b));
}

function offer({ label, words = '', doc }: Omit<Template, 'draft'>, pieces: readonly Piece[], typed: string): Offer {
  const text = plain(pieces, String);
  return {
    label,
    kind: CompletionItemKind.Snippet,
    text,
    snippet: snippet(pieces, String),
    // An unfinished token is compared with the text of the offer, and a word with its name.
    filter: /^[<[]/.test(typed) ? text.trimStart() : `${label} ${words}`,
    detail: 'message',
    doc: paragraphs(fenced('ocml', text.trim()), doc),
  };
}
