/** Divides an output into headers and bodies, using only its tokens and tags. Bodies are shown, hidden or called. */
import { channels, modelRole } from '../grammar/index.ts';
import type { Span } from '../syntax/span.ts';
import { beginning, closest } from '../syntax/tokens/closest.ts';
import type { Format } from './parsers/parser.ts';

/**
 * A stretch of an output. `label`: the kind of the stretch, if it is certain. A stretch without a label is a header, or has damaged
 * tokens.
 */
export interface WordZone extends Span {
  readonly label?: string | undefined;
  readonly isHeader?: boolean;
  /** For a stretch without a label: whether it may be shown, and whether it may be hidden. */
  readonly mayShow?: boolean;
  readonly mayHide?: boolean;
  /** Whether the stretch contains parts of a tagged call, such as `<function` or `</parameter`, and is therefore not an answer. */
  readonly isCallLike?: boolean;
}

/** The zones of an output, sorted and not overlapping. Text between zones does not belong to a message. */
export const zonesOf = (text: string, format: Format): readonly WordZone[] => zoneReaders[format](text);

/** The index of the zone that contains an offset, or of the next zone. `from`: the index at which the search begins. */
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

/** Whether users see a zone with this label; undefined if there is no label. */
export const isShown = (label: string | undefined): boolean | undefined =>
  label === undefined ? undefined : shownLabels.includes(label);
const shownLabels = ['final', 'commentary', 'answer'];
const harmonyTokens = /<\|(start|channel|message|end|call|return)\|>/g;

function harmonyZones(text: string): WordZone[] {
  const zones: WordZone[] = [];
  /** The start of the current header. Undefined inside a body, and after a message that ends at `boundary`. */
  let header: number | undefined = 0;
  let boundary: number | undefined;
  let body: Omit<WordZone, 'end'> | undefined;
  const close = (end: number, token = '') => {
    // A body that ends like a call is never shown, even if its header is incomplete.
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

/** The words that a header without `<|start|>` may have before its channel. */
const opening = new RegExp(`^\\s*(?:${modelRole})?(?:\\s*to=\\S+)?\\s*$`);

/** Returns the kind of a body, which the words of its header show: a call, or the content of a channel. */
function labelOf(header: string): string | undefined {
  const role = /^\s*(?:<\|start\|>)?([\w.-]*)/.exec(header)?.[1];
  if (role !== '' && role !== modelRole && !/^\s*to=/.test(header)) return undefined;
  const recipient = [...header.matchAll(/(?:^|[\s>])to=([\w.-]+)/g)].findLast(([, name]) => name !== modelRole);
  if (recipient !== undefined) return 'call';
  const [channel, other] = header.match(/(?<=<\|channel\|>)[\w-]*/g) ?? [];
  return other === undefined ? channelNames.find((name) => name === channel) : undefined;
}

/**
 * Whether a body may be shown: the name of its channel resembles that of a shown channel, or it has no channel and the role is the model's.
 */
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
      // In a thought without an end tag, it is unknown where the answer begins.
      add(index, open === '' ? answer : undefined, open !== 'think');
      isSound &&= open === '';
      open = '';
      if (tag.length > '<|im_start|>'.length) zones.push({ start: index, end: index + tag.length, isHeader: true });
    } else if (slash === '') {
      add(index, open === '' ? answer : undefined);
      isSound &&= open === '';
      open = name;
    } else {
      // The opening tag of the thought may be missing because the model's template wrote it.
      const isThought = name === 'think' && open === '' && zones.every(({ label }) => label === undefined);
      add(index, open === name || isThought ? name : undefined);
      isSound &&= open === name || isThought;
      open = '';
    }
    at = index + tag.length;
  }
  add(text.length, open === '' ? answer : undefined, open !== 'think');
  isSound &&= open === '';
  // Text outside the tags may be a call or a thought if a tag is missing, or if the text looks like a call or a tag.
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
  // Only the model's own parser can determine the zones of its output.
  model: () => [],
};
