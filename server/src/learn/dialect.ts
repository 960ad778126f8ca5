/**
 * Converts the frames of a template to a dialect: the texts that begin and end the messages of each role, and that separate the
 * parts of messages.
 */
import type { LearnedDialectId } from '../grammar/index.ts';
import type { LearnedFacts, LearnedOpener } from '../syntax/families/learned/facts.ts';
import { callEndOf } from './call-ends.ts';
import { type Opening, speakers } from './dialect-texts.ts';
import type { LearnedFrames } from './frames.ts';
import { ContentReader } from './message-contents.ts';
import { messageFacts } from './message-facts.ts';
import { OpeningReader } from './message-openings.ts';
import { resuming } from './resuming.ts';

/** A dialect, or the reason why the messages in it cannot be distinguished. */
export type LearnedDialect = { readonly facts: LearnedFacts } | { readonly reason: string };

/** Builds the dialect with this `id` and `name`. `starts`: the tokens with which a prompt can begin, such as `bos_token`. */
export function dialectOf(
  frames: LearnedFrames,
  { id, name, starts }: { readonly id: LearnedDialectId; readonly name: string; readonly starts: readonly string[] },
): LearnedDialect {
  const of = new OpeningReader(frames, starts);
  const contents = new ContentReader(frames, starts);
  const openings: Opening[] = [];
  const add = (candidates: readonly Opening[]) => {
    for (const one of candidates) {
      const index = openings.findIndex(({ text }) => text === one.text);
      if (index < 0) openings.push(one);
      // If a template writes system and developer messages in the same way, they are read as system messages, as in requests.
      else if (one.role === 'system' && openings[index]?.role === 'developer') openings[index] = one;
    }
  };
  for (const role of ['assistant', 'user', 'tool', 'developer'] as const) add(of.openings(role, starts));
  if (!openings.some(({ role }) => role === 'tool')) add(of.namedReplies());
  const lead = of.lead(openings, starts);
  // Most templates write instructions only at the beginning of a prompt, so their openers do not occur after an answer.
  for (const role of ['user', 'system', 'developer'] as const)
    if (!openings.some((one) => one.role === role)) add(of.openingsAtStart(role, lead, openings));
  add(of.openings('system', starts));
  const [user, model] = [
    openings.find(({ role }) => role === 'user'),
    openings.find(({ role }) => role === 'assistant'),
  ];
  if (user === undefined || model === undefined)
    return { reason: "the template's output does not show where user messages and model messages begin" };
  if (user.text === model.text)
    return {
      reason:
        'the template writes the same text before user messages and model messages, so they cannot be distinguished',
    };

  const terminators = new Set<string>();
  const endOf = new Map<string, string | undefined>();
  for (const role of speakers) {
    const mark = of.terminator(role, openings);
    endOf.set(role, mark);
    if (mark !== undefined) terminators.add(mark);
  }
  add(of.repeatedReplies(starts, openings, endOf.get('tool') !== undefined));
  const ofTools = of.toolOpenings(openings, [...lead, ...terminators], endOf);
  const toolEnd = ofTools.length > 0 ? of.toolEnd([...openings, ...ofTools]) : undefined;
  if (toolEnd !== undefined) terminators.add(toolEnd);
  add(ofTools);
  const all: LearnedOpener[] = openings.map((one) => {
    const end = ofTools.includes(one) ? toolEnd : endOf.get(one.role);
    return {
      text: one.text,
      role: one.role,
      pad: one.pad,
      closes: one.closes,
      tail: of.tail(one.role),
      endsWithNext: end === undefined,
      ...(end !== undefined && { end }),
    };
  });
  for (const text of of.unnamed(openings))
    all.push({ text, role: undefined, pad: '', tail: '', closes: false, endsWithNext: false });
  const beginnings = contents.beginnings(openings);
  const frameTexts = new Set([...all.map(({ text }) => text), ...terminators, ...lead]);
  const merges = contents.merges(openings);
  const partOfOpeners = (mark: string) => openings.some(({ text }) => text.includes(mark));
  const marks = [...contents.innerMarks()].filter(
    (mark) => !frameTexts.has(mark) && !(partOfOpeners(mark) && !of.isWithin(mark, openings)),
  );
  const openers = all.sort((a, b) => b.text.length - a.text.length);
  const frame = { openers, terminators: [...terminators] };
  const ofModel = messageFacts(frames, 'assistant', frame);
  // Calls right after a reply are only recognized if a token ends each reply. Without one, nothing shows where the reply ends and the call
  // begins.
  const resumes = endOf.get('tool') === undefined ? [] : of.resumes(openings).filter((mark) => marks.includes(mark));
  return {
    facts: resuming(resumes, {
      id,
      name,
      lead,
      beginnings,
      marks,
      ...merges,
      openers,
      ofModel,
      callEnd: callEndOf(frames, ofModel, terminators),
      ofTools: messageFacts(frames, 'tool', frame),
      terminators: [...terminators],
      toolFrames: of.toolFrames([...openers.map(({ text }) => text), ...terminators, ...lead]),
      leadsSystem: of.leadsSystem(lead, openings),
      between: of.between(terminators),
      openEnds: endOf.get('assistant') === undefined ? [] : of.openEnds(openings, terminators),
      resumes: [],
      reasoningEnds: contents.reasoningEnds(),
      answerEnds: contents.answerEnds(terminators),
      hidesAnswers: contents.hidesAnswers(beginnings),
      bareCalls: contents.hasBareCalls(beginnings),
      excuses: [],
      uncertain: [...frames.uncertain, ...contents.uncertain(openings)],
    }),
  };
}
