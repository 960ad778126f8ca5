/** Finds messages from the model that follow a reply without an opener, and begin with the mark of a call. */
import type { LearnedFacts, MessageFacts } from '../syntax/families/learned/facts.ts';
import type { Transition } from '../syntax/families/learned/transitions.ts';
import { callParts } from './transition-reader.ts';

/** Adds to the facts the marks of calls with which a message from the model can begin right after a reply. */
export function resuming(marks: readonly string[], facts: LearnedFacts): LearnedFacts {
  if (marks.length === 0) return facts;
  const beginningTexts = new Set(facts.beginnings.map(({ text }) => text));
  const calls = marks.filter((mark) => !beginningTexts.has(mark)).map((text) => ({ text, begins: 'call' }) as const);
  return {
    ...facts,
    resumes: [...new Set([...facts.resumes, ...marks])],
    beginnings: [...facts.beginnings, ...calls].sort((a, b) => b.text.length - a.text.length),
    ofModel: facts.ofModel && withStarts(facts.ofModel, marks),
  };
}

/** Adds the texts from one of the marks up to a call as beginnings of a message. Such texts also occur before other calls. */
function withStarts(facts: MessageFacts, marks: readonly string[]): MessageFacts {
  const starts: Transition[] = [...(facts.transitions.find(([from]) => from === 'start')?.[1] ?? [])];
  for (const [, all] of facts.transitions)
    for (const one of all)
      for (const mark of callParts.has(one.to) ? marks : []) {
        const at = one.text.lastIndexOf(mark);
        const text = one.text.slice(at);
        if (at < 0 || starts.some((start) => start.to === one.to && start.text === text)) continue;
        starts.push({ ...one, from: 'start', text, opens: 'message', between: [] });
      }
  const others = facts.transitions.filter(([from]) => from !== 'start');
  return { ...facts, transitions: [['start', starts], ...others] };
}
