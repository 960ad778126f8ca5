/** Builds the family of a learned dialect from its facts. It has the same type as the predefined families. */
import { modelRole, systemRole, type TokenFact, toolRole } from '../../../grammar/index.ts';
import { learnedRoles, learnedSection } from '../../../grammar/learned-roles.ts';
import { type Block, has, Trait } from '../../block.ts';
import { BlockCache } from '../../block-cache.ts';
import type { Segment } from '../../body.ts';
import { spellings } from '../../tokens/misspelled.ts';
import type { TokenAt } from '../../tokens/tokens.ts';
import { type Ability, abilities, type Family } from '../family.ts';
import { plainHeaderParser } from '../plain-header.ts';
import { callEndTest } from './call-ends.ts';
import { concealer, withoutTags } from './conceal.ts';
import type { LearnedFacts, LearnedOpener } from './facts.ts';
import { MarkSearch, type MarkTable } from './mark-search.ts';
import { mayCut } from './may-cut.ts';
import { callSigns, type MessagePart, partReader } from './message-parts.ts';
import { misspelledMarks, nearMarksOf } from './misspelled-marks.ts';
import { learnedScan, scanLearned } from './scan.ts';

export function learnedFamily(facts: LearnedFacts): Family {
  const scan = learnedScan(facts);
  const openers = facts.openers.map(openerToken);
  const terminators = facts.terminators.map((text) => token(text, 'terminator', 'Ends the message.', ['body']));
  const marks = facts.marks.map((text) =>
    token(text, 'part', 'The chat template writes this token within messages.', ['body']),
  );
  const lead = facts.lead.map((text) => token(text, 'sequence', 'Begins the text.', ['between']));
  const tokens = [...openers, ...terminators, ...marks, ...lead].sort((a, b) => b.text.length - a.text.length);
  const tokenAt = tokenLookup(tokens);
  const speaking = new Set(facts.openers.map(({ role }) => role));
  const roles = learnedRoles.filter(({ name }) => speaking.has(name) || (name === systemRole && facts.leadsSystem));
  const tokenSpellings = spellings(
    tokens.filter(({ text }) => barred.test(text)),
    tokenAt,
  );
  const frame = {
    openers: openers as [TokenFact, ...TokenFact[]],
    headerEnd: 'opener',
    breaksBefore: 0,
    breakAfter: false,
    terminators: terminators as [],
    between: facts.between,
    // Text before the first opener is a message that ends at the next opener.
    ...(facts.leadsSystem && { leading: openerToken({ text: '', role: systemRole, endsWithNext: true }) }),
  } as const;
  const able: readonly Ability[] = ['tags', 'plainFrames', 'wholeMessages', 'beginMark', ...abilitiesOf(facts)];
  const parse = plainHeaderParser({ frame, roles, roleMeant: {}, attributes: [], spellings: tokenSpellings });
  const near = nearMarksOf(facts, withoutTags);
  const conceals = concealer(facts, near);
  const lacksCallEnd = callEndTest(facts);
  const family: Family = {
    id: facts.id,
    dialect: facts.id,
    mode: 'native',
    name: facts.name,
    has: { ...abilities, ...Object.fromEntries(able.map((ability) => [ability, true])) },
    frame,
    roles,
    roleMeant: {},
    attributes: [],
    tokens,
    settles: [],
    tokenAt,
    tokenStart: '',
    spellings: tokenSpellings,
    scan: (stretch) => scanLearned(family, scan, stretch),
    // A message without an opener is the system message at the beginning.
    parseHeader: (text, circumstances) => {
      if (circumstances.implied) return parse('', circumstances);
      const isLeading = !openers.some((one) => text.startsWith(one.text));
      return isLeading
        ? { ...parse('', circumstances), text, bodyStart: text.length, role: leadingRole }
        : parse(text, circumstances);
    },
    splitBody: (block) => split(block, scan.marks, tokenAt),
    conceals,
    misspelledMarks: misspelledMarks(facts, tokens, near, barred),
    parts: readerOf(facts, conceals),
    mayCall: callTest(facts),
    endsOpen: ({ text, bodyStart, bodyEnd }) => {
      const body = text.slice(bodyStart, bodyEnd).trimEnd();
      return facts.openEnds.some((mark) => body.endsWith(mark));
    },
    ...(lacksCallEnd && { lackingCallEnd: (block) => lacksCallEnd(block, family) }),
    mayCut: (block, start, end, inserted) => mayCut(block, start, end, inserted, scan),
    learned: facts,
    headers: new Map(),
  };
  return family;
}

/**
 * Returns a function that reads the parts of a message, each message only once. If an answer may be hidden, the message is not divided into
 * parts, since the answer would be visible after a conversion to another format.
 */
function readerOf(
  { ofModel, ofTools }: LearnedFacts,
  conceals: ReturnType<typeof concealer>,
): NonNullable<Family['parts']> {
  const readers = new Map([
    [modelRole, ofModel && partReader(ofModel)],
    [toolRole, ofTools && partReader(ofTools)],
  ]);
  const partsByBlock = new BlockCache<{ readonly parts: readonly MessagePart[] | undefined }>();
  const read = (block: Block, role: string): readonly MessagePart[] | undefined => {
    const messageParts = has(block, Trait.Doubtful) ? undefined : readers.get(role)?.(block);
    if (messageParts === undefined || role !== modelRole) return messageParts;
    const hidden = conceals(block, role);
    const isHidden = (part: MessagePart) =>
      hidden.some(({ what, start, end }) => what !== 'frame' && start < part.content.end && part.content.start < end);
    return messageParts.some((part) => part.kind === 'answer' && isHidden(part)) ? undefined : messageParts;
  };
  return (block, role) => {
    if (role === undefined || readers.get(role) === undefined) return undefined;
    let entry = partsByBlock.get(block);
    if (entry === undefined) {
      entry = { parts: read(block, role) };
      partsByBlock.set(block, entry);
    }
    return entry.parts;
  };
}

/** Returns a test of whether a message may contain calls: either a text that the template writes before calls, or JSON. */
function callTest({ ofModel }: LearnedFacts): NonNullable<Family['mayCall']> {
  const signs = ofModel && callSigns(ofModel);
  if (signs === undefined) return () => true;
  const all = [...signs, '{'];
  const mayCallByBlock = new BlockCache<boolean>();
  return (block) => {
    let mayCall = mayCallByBlock.get(block);
    if (mayCall === undefined) {
      mayCall = all.some((sign) => block.text.includes(sign, block.bodyStart));
      mayCallByBlock.set(block, mayCall);
    }
    return mayCall;
  };
}

const leadingRole = { start: 0, end: 0, text: '', name: systemRole };

/** Matches a token in bars. Misspellings of these tokens are found in every family. */
const barred = /^<\|[\w.-]+\|>$/;

function abilitiesOf({ marks, beginnings, ofModel }: LearnedFacts): readonly Ability[] {
  const inTags = marks.some((mark) => mark === '<think>' || mark === '</think>' || mark === '<tool_call>');
  const byMark = beginnings.some(({ begins, text }) => begins === 'call' && !text.includes('<tool_call>'));
  return [
    ...(inTags ? (['taggedParts'] as const) : []),
    ...(byMark ? (['bodyCalls'] as const) : []),
    ...(ofModel === undefined ? [] : (['messageParts'] as const)),
  ];
}

function token(text: string, kind: TokenFact['kind'], doc: string, places: TokenFact['places']): TokenFact {
  return {
    text,
    name: barred.test(text) ? text.slice(2, -2) : text,
    kind,
    places,
    doc,
    section: learnedSection,
    scope: `keyword.control.${kind}`,
  };
}

function openerToken({
  text,
  role,
  endsWithNext,
  end,
}: Pick<LearnedOpener, 'text' | 'role' | 'endsWithNext' | 'end'>): TokenFact {
  const fact: TokenFact = {
    ...token(
      text,
      'opener',
      role === undefined
        ? 'Begins a message with a role that the template does not write.'
        : `Begins a message with role ${role}.`,
      ['between'],
    ),
    name: nameIn(text, role),
    ...(role !== undefined && { role }),
    ...(endsWithNext && { endsWithNext: true as const }),
    ...(end !== undefined && { endsWith: end }),
    common: true,
    scope: `keyword.control.${role ?? 'opener'}`,
  };
  return fact;
}

/** The word in an opener that stands for its role: the role itself or, if it does not occur, the last word. */
function nameIn(text: string, role: string | undefined): string {
  const words = text.match(/[\p{L}\p{N}]+(?:[_▁][\p{L}\p{N}]+)*/gu) ?? [text];
  return words.find((word) => word.toLowerCase() === role) ?? (words.at(-1) as string);
}

function tokenLookup(tokens: readonly TokenFact[]): TokenAt {
  const byUnit = new Map<number, TokenFact[]>();
  for (const one of tokens) {
    const unit = one.text.charCodeAt(0);
    byUnit.set(unit, [...(byUnit.get(unit) ?? []), one]);
  }
  return (text, at) => byUnit.get(text.charCodeAt(at))?.find((one) => text.startsWith(one.text, at));
}

function split({ text, bodyStart, bodyEnd }: Block, marks: MarkTable, tokenAt: TokenAt): Segment[] {
  const segments: Segment[] = [];
  const search = new MarkSearch(marks, text);
  let at = bodyStart;
  for (let mark = search.after(bodyStart); mark !== undefined && mark.at < bodyEnd; ) {
    const end = mark.at + mark.text.length;
    const tokenFact = tokenAt(text, mark.at);
    if (end <= bodyEnd && tokenFact !== undefined) {
      if (mark.at > at) segments.push({ kind: 'text', start: at, end: mark.at });
      segments.push({ kind: 'token', start: mark.at, end, token: tokenFact });
      at = end;
    }
    mark = search.after(end);
  }
  if (bodyEnd > at) segments.push({ kind: 'text', start: at, end: bodyEnd });
  return segments;
}
