/** Where the words of an output are, by its tokens and tags alone: in a header, or in a body that is shown, hidden or called. */
import { channels, modelRole } from '../grammar/index.ts';
import type { Span } from '../syntax/span.ts';
import { beginning, closest } from '../syntax/tokens/closest.ts';
import type { Format } from './parsers/parser.ts';

/** A stretch of an output. `label`: what it is beyond doubt; without one, it is a header, or its tokens are damaged. */
export interface WordZone extends Span {
  readonly label?: string | undefined;
  readonly isHeader?: boolean;
  /** For a stretch without a label: whether nothing is against showing it, or hiding it. */
  readonly mayShow?: boolean;
  readonly mayHide?: boolean;
  /** Whether it has parts of a call in tags, so that it is not an answer. */
  readonly isCallLike?: boolean;
}

/** The zones of an output, in order and apart; what is between them is of no message. */
export const zonesOf = (text: string, format: Format): readonly WordZone[] => zoneReaders[format](text);

/** The zone in which an offset is, or the next one; `from`: the number of the zone to begin with. */
export function zoneAt(zones: readonly WordZone[], offset: number, from = 0): number {
  let [low, high] = [from, zones.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((zones[middle] as WordZone).end <= offset) low = middle + 1;
    else high = middle;
  }
  return low;
}

const channelNames = channels.map(({ name }) => name);

/** Whether users see what a zone with a label has; undefined without one. */
export const isShown = (label: string | undefined): boolean | undefined =>
  label === undefined ? undefined : shown.includes(label);
const shown = ['final', 'commentary', 'answer'];
const harmonyTokens = /<\|(start|channel|message|end|call|return)\|>/g;

function harmonyZones(text: string): WordZone[] {
  const zones: WordZone[] = [];
  /** Where a header begins, or undefined in a body or after the end of a message, which ends at `boundary`. */
  let header: number | undefined = 0;
  let boundary: number | undefined;
  let body: Omit<WordZone, 'end'> | undefined;
  const close = (end: number, token = '') => {
    // A body that ends as a call is never shown, whatever its header lacks.
    const label = token === '<|call|>' && isShown(body?.label) !== false ? 'call' : body?.label;
    if (body !== undefined) zones.push({ ...body, label, end });
    body = undefined;
  };
  for (const { 0: token, 1: name, index } of text.matchAll(harmonyTokens)) {
    if (name === 'message') {
      close(index);
      const start = header ?? index;
      zones.push({ start, end: index, isHeader: true });
      const words = text.slice(start, index);
      body = { start: index + token.length, label: labelOf(words), mayShow: mayShow(words) };
      header = undefined;
      boundary = undefined;
    } else if (name === 'start' || (name === 'channel' && header === undefined)) {
      close(index);
      const lacksStart = name === 'channel' && boundary !== undefined && opening.test(text.slice(boundary, index));
      header = lacksStart ? boundary : index;
      boundary = undefined;
    } else if (name !== 'channel') {
      close(index, token);
      header = undefined;
      boundary = index + token.length;
    }
  }
  if (header !== undefined) zones.push({ start: header, end: text.length, isHeader: true });
  close(text.length);
  return zones;
}

/** The words of a header before its channel, where `<|start|>` is missing. */
const opening = new RegExp(`^\\s*(?:${modelRole})?(?:\\s*to=\\S+)?\\s*$`);

/** Returns the kind of a body by the words of its header: a call, or the content of a channel. */
function labelOf(header: string): string | undefined {
  const role = /^\s*(?:<\|start\|>)?([\w.-]*)/.exec(header)?.[1];
  if (role !== '' && role !== modelRole && !/^\s*to=/.test(header)) return undefined;
  const recipient = [...header.matchAll(/(?:^|[\s>])to=([\w.-]+)/g)].findLast(([, name]) => name !== modelRole);
  if (recipient !== undefined) return 'call';
  const [channel, other] = header.match(/(?<=<\|channel\|>)[\w-]*/g) ?? [];
  return other === undefined ? channelNames.find((name) => name === channel) : undefined;
}

/** A header with a channel shows a body only if its name is almost one that does so; one without, only the model's. */
const mayShow = (header: string) =>
  (!header.includes('<|channel|>') && opening.test(header.replace('<|start|>', ''))) ||
  (header.replace(modelRole, ' ').match(/[\w-]+/g) ?? []).some((word) =>
    isShown(closest(word, channelNames) ?? beginning(word, channelNames)),
  );

const chatmlTags = /<(\/?)(think|tool_call)>|<\|im_start\|>(?:[\w.=-]+(?: [\w.=-]+){0,5}[ \t]*(?=\n))?|<\|im_end\|>/g;

function chatmlZones(text: string): WordZone[] {
  const zones: WordZone[] = [];
  let [at, open, isSound] = [0, '', true];
  const add = (end: number, label: string | undefined, mayHide = true) =>
    zones.push({ start: at, end, label, mayHide });
  for (const { 0: tag, 1: slash, 2: name = '', index } of text.matchAll(chatmlTags)) {
    if (name === '') {
      // Where the answer begins in a thought that nothing ends cannot be told.
      add(index, open === '' ? answer : undefined, open !== 'think');
      isSound &&= open === '';
      open = '';
      if (tag.length > '<|im_start|>'.length) zones.push({ start: index, end: index + tag.length, isHeader: true });
    } else if (slash === '') {
      add(index, open === '' ? answer : undefined);
      isSound &&= open === '';
      open = name;
    } else {
      // The template of a model may have written the opening tag of the thought.
      const isThought = name === 'think' && open === '' && zones.every(({ label }) => label === undefined);
      add(index, open === name || isThought ? name : undefined);
      isSound &&= open === name || isThought;
      open = '';
    }
    at = index + tag.length;
  }
  add(text.length, open === '' ? answer : undefined, open !== 'think');
  isSound &&= open === '';
  // If a tag is missing, what is outside the others may be a call or a thought, and so may be what looks like one.
  return zones.map((zone) => {
    if (zone.label !== undefined && zone.label !== answer) return zone;
    const content = text.slice(zone.start, zone.end);
    const label = isSound && !looksCalled.test(content) ? zone.label : undefined;
    return { ...zone, label, isCallLike: partOfCall.test(content) };
  });
}
const partOfCall = /<\/?(?:function|parameter)\b/;
const answer = 'answer';
const looksCalled = /[{}]|<\/?(?:\w|\|)/;

const zoneReaders: Readonly<Record<Format, (text: string) => WordZone[]>> = {
  harmony: harmonyZones,
  chatml: chatmlZones,
  // Nothing tells what a word is but the parser.
  model: () => [],
};
