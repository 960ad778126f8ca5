/**
 * Finds the parts of a message in a learned dialect that are hidden from users. The marks around reasoning and calls are learned from the
 * template. If a mark is misspelled, or is in a place where the template never writes it, the entire message is hidden.
 */
import { hidingTags, modelRole } from '../../../grammar/index.ts';
import { type Block, has, Trait } from '../../block.ts';
import { maximum } from '../../lists.ts';
import type { Concealed } from '../family.ts';
import { escaped } from './escaped.ts';
import type { LearnedBeginning, LearnedFacts } from './facts.ts';
import { begunTerminator, type NearMarksOf } from './misspelled-marks.ts';

/** Marks that are tags. They are handled in the same way in every dialect in which models write them. */
const tags = new Set(
  hidingTags.flatMap(({ name, aliases }) => [
    `<${name}>`,
    `</${name}>`,
    ...aliases.flatMap(({ open, close }) => [open, close]),
  ]),
);

/** The marks that are not tags. */
export const withoutTags = (all: readonly string[]): readonly string[] => all.filter((mark) => !tags.has(mark));

const brackets = /[[\]{}]|"\s*:|\w\(/;

/** Returns a function that finds the hidden parts. `near`: finds misspelled marks other than tags. */
export function concealer(
  facts: LearnedFacts,
  near: NearMarksOf,
): (block: Block, role: string | undefined) => readonly Concealed[] {
  const { beginnings, reasoningEnds, marks, terminators, lead } = facts;
  const inner = anyOf(withoutTags([...marks, ...lead]));
  // Unlike `inner`, this includes tags: in a message of another role, a mark of the model suggests that the message is the model's.
  const all = anyOf([...marks, ...lead]);
  const ends = anyOf(reasoningEnds);
  const calls = anyOf(beginnings.flatMap(({ begins, text }) => (begins === 'call' && hasSign.test(text) ? text : [])));
  const thoughts = anyOf(
    beginnings.flatMap(({ begins, text }) => (begins === 'reasoning' && hasSign.test(text) ? text : [])),
  );
  /** The texts that begin an answer, whether or not reasoning precedes it. */
  const answers = beginnings.flatMap(({ begins, text }) => (begins === 'answer' && hasSign.test(text) ? text : []));
  const needsBeginning = !beginnings.some(({ begins, text }) => begins === 'answer' && text === '');

  return (block, role) => {
    const { text, bodyStart, bodyEnd } = block;
    const whole = (doubt: boolean, what: Concealed['what'] = 'other'): Concealed[] => [
      { start: bodyStart, end: bodyEnd, doubt, what },
    ];
    if (has(block, Trait.Doubtful)) return whole(true);
    if (near(block).length > 0) return whole(true);
    if (role !== modelRole) {
      const merges = merged(block);
      const from = maximum([bodyStart, ...merges.map(({ end }) => end)]);
      return all?.test(text.slice(from, bodyEnd)) ? whole(true) : merges;
    }
    if (facts.hidesAnswers) return whole(true);
    const concealed = ofModel(block, whole);
    const begun = begunTerminator(block, terminators);
    return begun ? [...concealed, { start: begun.start, end: bodyEnd, doubt: false, what: 'frame' }] : concealed;
  };

  /** Returns the span of the system text that may be at the beginning of a user message. */
  function merged({ text, bodyStart, bodyEnd, traits }: Block): Concealed[] {
    const { merges, mergesByLine, mergeSigns } = facts;
    if (merges === 'nowhere' || (merges === 'first' && (traits & Trait.FirstTurn) === 0)) return [];
    if (mergeSigns.length > 0 && !mergeSigns.some((sign) => text.includes(sign, bodyStart))) return [];
    // If the message breaks off, the system text may not have ended.
    if (!mergesByLine || (traits & Trait.Open) !== 0)
      return [{ start: bodyStart, end: bodyEnd, doubt: true, what: 'merged' }];
    const body = text.slice(bodyStart, bodyEnd).trimEnd();
    const end = Math.max(body.lastIndexOf('\n'), body.lastIndexOf('\r')) + 1;
    return end > 0 ? [{ start: bodyStart, end: bodyStart + end, doubt: true, what: 'merged' }] : [];
  }

  function ofModel(
    { text, bodyStart, bodyEnd, traits }: Block,
    whole: (doubt: boolean, what?: Concealed['what']) => Concealed[],
  ): Concealed[] {
    const body = text.slice(bodyStart, bodyEnd);
    const concealed: Concealed[] = [];
    const hide = (start: number, end: number, what: Concealed['what'], doubt = false) =>
      concealed.push({ start: bodyStart + start, end: bodyStart + end, doubt, what });
    const beginning = beginningOf(body, beginnings);
    let at = beginning?.length ?? 0;
    if (beginning === undefined && needsBeginning && body.trim() !== '') return whole(true);
    if (beginning?.begins === 'call') return whole(false, 'call');
    if (beginning?.begins === 'reasoning') {
      const end = ends?.exec(body.slice(at));
      if (!end) return whole(ends !== undefined && (traits & Trait.Open) === 0, 'reasoning');
      hide(0, at + end.index + end[0].length, 'reasoning');
      at += end.index + end[0].length;
      const frame = answers.find((mark) => body.startsWith(mark, at));
      if (frame !== undefined) {
        hide(at, at + frame.length, 'frame');
        at += frame.length;
      }
    } else if (at > 0) hide(0, at, 'frame');
    if (facts.bareCalls && brackets.test(body.slice(at))) return whole(true);
    // If an end has no beginning, everything before it is reasoning that may have begun in the prompt.
    for (let end = ends?.exec(body.slice(at)); end; end = ends?.exec(body.slice(at))) {
      hide(0, at + end.index + end[0].length, 'reasoning', true);
      at += end.index + end[0].length;
    }
    const call = calls?.exec(body.slice(at));
    const to = call ? at + call.index : body.length;
    if (call) hide(to, body.length, 'call');
    const thought = thoughts?.exec(body.slice(at, to));
    if (thought) hide(at + thought.index, body.length, 'reasoning', true);
    const end = thought ? at + thought.index : to;
    const answer = body.slice(at, end).trimEnd();
    const closing = facts.answerEnds.find((mark) => answer.endsWith(mark));
    const ended = closing === undefined ? end : at + answer.length - closing.length;
    if (closing !== undefined) hide(ended, end, 'frame');
    const rest = body.slice(at, ended);
    if (inner?.test(rest)) return whole(true);
    return concealed;
  }
}

const hasSign = /[<>|[\]{}｜]/;

function anyOf(texts: readonly string[]): RegExp | undefined {
  const all = [...new Set(texts)].filter((text) => text !== '').sort((a, b) => b.length - a.length);
  return all.length > 0 ? new RegExp(all.map(escaped).join('|')) : undefined;
}

/** Finds the longest beginning that matches a body, ignoring leading white space. */
function beginningOf(
  body: string,
  beginnings: readonly LearnedBeginning[],
): { readonly begins: LearnedBeginning['begins']; readonly length: number } | undefined {
  const start = body.length - body.trimStart().length;
  const learnedBeginning = beginnings.find(({ text }) => body.startsWith(text, start));
  return (
    learnedBeginning && {
      begins: learnedBeginning.begins,
      length: learnedBeginning.text === '' ? 0 : start + learnedBeginning.text.length,
    }
  );
}
