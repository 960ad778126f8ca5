/** Adds rows, one at a time, to the figures that a report shows about a part of a data set. */
import type { LineInspector } from '../../checker/json/inspector.ts';
import { type JsonDialectId, systemRole } from '../../grammar/index.ts';
import { type MessageFact, type RowFacts, rowFacts } from '../../inspect/row-facts.ts';
import { leakedAtEdges } from '../../model/leaked.ts';
import { jsonUnit } from '../../syntax/json/json-unit.ts';
import type { RowNames } from '../../syntax/json/row-names.ts';
import { NumberList } from '../rows/number-table.ts';
import type { Vocabulary } from '../vocabulary.ts';
import { addValue } from './columns.ts';
import { addLength } from './lengths.ts';
import { find, MAX_KINDS, occur, type ReportPart, type RowKeys, toolOf } from './part.ts';
import { bandsOf } from './signature.ts';
import { OTHER_SCRIPT, scripts, TextScanner } from './text-scanner.ts';

export interface Row {
  readonly text: string;
  /** The position of the row in the data set. */
  readonly place: number;
  /** A hash of the bytes of the row. */
  readonly number: number;
}

/** The maximum length of a stored name. A name is cut, since a row may have text of any length in its place. */
const MAX_NAME = 100;
const nameOf = (name: string): string => (name.length > MAX_NAME ? `${name.slice(0, MAX_NAME)}…` : name);
/** The length of the beginning of a system prompt that is shown. */
const MAX_BEGINNING = 120;
/**
 * The maximum number of beginnings of one conversation that are compared with other rows. A beginning consists of the first messages of the
 * conversation.
 */
const MAX_BEGINNINGS = 64;

export class Collector {
  private readonly scanner = new TextScanner();
  private readonly keys = new NumberList();

  constructor(
    private readonly inspector: LineInspector,
    private readonly dialect: JsonDialectId,
    private readonly vocabulary: Vocabulary | undefined,
    /** The names that rows use for their fields and roles. */
    private readonly names?: RowNames | undefined,
  ) {}

  add(part: ReportPart, { text, place, number }: Row): void {
    part.rows++;
    const unit = jsonUnit(text, this.names);
    let value: unknown;
    try {
      value = JSON.parse(text);
      addValue(part.columns, value, place);
    } catch {
      part.notJson.count++;
      if (part.notJson.first < 0) part.notJson.first = place;
    }
    const facts = rowFacts(unit, value, this.dialect);
    occur(part.shapes, facts.shape ?? 'unknown', place);
    for (const { code, severity } of this.inspector.inspect(unit, value)) find(part.findings, code, severity, place);
    if (facts.messages.length === 0) {
      // A row that is not JSON is counted as such, and only once.
      if (value !== undefined) {
        part.notRead.count++;
        if (part.notRead.first < 0) part.notRead.first = place;
      }
      this.keep(place, number, 0, 0, noNumbers, noNumbers);
      return;
    }
    this.addMessages(part, facts, place);
    this.addTexts(part, facts, place, number);
  }

  /** Returns the keys of the rows that were added since the last call, and forgets them. */
  takeKeys(): RowKeys {
    const keys = this.keys.toArray();
    this.keys.length = 0;
    return keys;
  }

  private keep(
    position: number,
    row: number,
    conversation: number,
    question: number,
    beginnings: readonly number[],
    bands: readonly number[],
  ): void {
    const { keys } = this;
    keys.push(position);
    keys.push(row);
    keys.push(conversation);
    keys.push(question);
    for (const numbers of [beginnings, bands]) {
      keys.push(numbers.length);
      for (const number of numbers) keys.push(number);
    }
  }

  private addMessages(part: ReportPart, { messages, declared }: RowFacts, position: number): void {
    let turns = 0;
    let wasInTurn = false;
    let thoughts = 0;
    for (const { role: name, belongsToTurn, calls, reasoning } of messages) {
      const role = nameOf(name);
      if (part.roles.has(role) || part.roles.size < MAX_KINDS) part.roles.set(role, (part.roles.get(role) ?? 0) + 1);
      if (belongsToTurn && !wasInTurn) turns++;
      wasInTurn = belongsToTurn;
      for (const { tool, isAnswered } of calls) {
        const counts = toolOf(part, nameOf(tool), position);
        if (counts === undefined) part.otherTools++;
        else {
          counts.called++;
          if (isAnswered) counts.answered++;
        }
      }
      if (reasoning.length > 0) {
        thoughts++;
        part.reasoning.messages++;
        for (const one of reasoning) part.reasoning.characters += charactersOf(one);
      }
    }
    if (thoughts > 0) {
      part.reasoning.rows++;
      if (part.reasoning.first < 0) part.reasoning.first = position;
    }
    for (const tool of new Set(declared.map(nameOf))) {
      const counts = toolOf(part, tool, position);
      if (counts === undefined) part.otherTools++;
      else counts.declared++;
    }
    addLength(part.turns, turns);
    addLength(part.messages, messages.length);
    if (!occur(part.sequences, sequenceOf(messages), position)) part.otherSequences++;
    occur(part.endings, nameOf(messages.at(-1)?.role ?? '?'), position);
  }

  private addTexts(part: ReportPart, { messages }: RowFacts, position: number, number: number): void {
    const { scanner, vocabulary } = this;
    scanner.begin();
    const { characters, tokens } = part;
    const beginnings: number[] = [];
    const lastAsked = messages.findLastIndex(({ belongsToTurn }) => !belongsToTurn);
    let [inRow, tokensInRow, question, prompts] = [0, 0, 0, ''];
    const leftovers = new Set<string>();
    for (const [i, { role, texts, answer }] of messages.entries()) {
      scanner.mark(role);
      let [inMessage, tokensInMessage] = [0, 0];
      for (const text of texts) {
        inMessage += scanner.text(text);
        if (vocabulary) tokensInMessage += vocabulary.count(text);
        for (const token of leftoversIn(text)) leftovers.add(token);
      }
      inRow += inMessage;
      tokensInRow += tokensInMessage;
      addLength(characters.messages, inMessage);
      if (vocabulary) addLength(tokens.messages, tokensInMessage);
      if (answer !== undefined) {
        addLength(characters.answers, texts.length === 1 && texts[0] === answer ? inMessage : charactersOf(answer));
        if (vocabulary)
          addLength(
            tokens.answers,
            texts.length === 1 && texts[0] === answer ? tokensInMessage : vocabulary.count(answer),
          );
      }
      if (i === lastAsked && i + 1 < messages.length) question = scanner.number;
      if (i + 1 < messages.length && i < MAX_BEGINNINGS) beginnings.push(scanner.number);
      if (role === systemRole && prompts === '') prompts = texts.join('');
    }
    addLength(characters.rows, inRow);
    if (vocabulary) addLength(tokens.rows, tokensInRow);
    this.keep(position, number, scanner.number, question, beginnings, bandsOf(scanner));
    for (const token of leftovers) occur(part.leftovers, token, position);
    if (messages.some(({ role }) => role === systemRole)) addPrompt(part, prompts, position);
    addScripts(part, scanner.letters, position);
  }
}

const noNumbers: readonly number[] = [];

/** The scanner that hashes system prompts, which are compared by their full text. */
const prompter = new TextScanner();

function addPrompt(part: ReportPart, text: string, position: number): void {
  part.withSystem++;
  prompter.begin();
  prompter.mark(text);
  const key = prompter.number;
  const texts = part.systems.get(key);
  if (texts) texts.count++;
  else if (part.systems.size < MAX_KINDS)
    part.systems.set(key, { beginning: text.slice(0, MAX_BEGINNING), count: 1, first: position });
  else part.otherSystems++;
}

const [hiragana, katakana, han] = (['Hiragana', 'Katakana', 'Han'] as const).map((name) => scripts.indexOf(name)) as [
  number,
  number,
  number,
];

/** Counts the letters of a row by script. If a row contains kana, its Chinese characters count as Japanese. */
function addScripts(part: ReportPart, letters: Uint32Array, position: number): void {
  const counts = new Map<string, number>();
  const kana = (letters[hiragana] as number) + (letters[katakana] as number);
  for (const [i, count] of letters.entries()) {
    if (count === 0) continue;
    const isJapanese = kana > 0 && (i === hiragana || i === katakana || i === han);
    const name = isJapanese ? 'Japanese' : i === OTHER_SCRIPT ? 'other' : (scripts[i] as string);
    counts.set(name, (counts.get(name) ?? 0) + count);
  }
  let [main, most] = ['', 0];
  for (const [name, count] of counts) if (count > most) [main, most] = [name, count];
  for (const [name, count] of counts) {
    const scriptCounts = part.scripts.get(name) ?? { count: 0, first: -1, letters: 0 };
    part.scripts.set(name, scriptCounts);
    scriptCounts.letters += count;
    if (name !== main) continue;
    scriptCounts.count++;
    if (scriptCounts.first < 0) scriptCounts.first = position;
  }
}

/**
 * The maximum number of messages that a sequence lists individually. In longer sequences, repeated messages are combined, and at most this
 * many groups are listed.
 */
const MAX_SEQUENCE = 12;

/**
 * Returns the roles in order, such as `user assistant`. In a long sequence, repeated groups are written once with their count, and the end
 * may be cut.
 */
function sequenceOf(messages: readonly Pick<MessageFact, 'role'>[]): string {
  const roles = messages.map(({ role }) => nameOf(role));
  if (roles.length <= MAX_SEQUENCE) return roles.join(' ');
  const parts: string[] = [];
  for (let at = 0; at < roles.length && parts.length < MAX_SEQUENCE; ) {
    let best = { size: 1, times: 1 };
    for (let size = 1; size <= 4; size++) {
      let times = 1;
      while (isRepeated(roles, at, size, times)) times++;
      if (times > 1 && size * times > best.size * best.times) best = { size, times };
    }
    const { size, times } = best;
    const words = roles.slice(at, at + size).join(' ');
    parts.push(times > 1 ? `(${words})×${times}` : words);
    at += size * times;
    if (parts.length === MAX_SEQUENCE && at < roles.length) parts.push('…');
  }
  return parts.join(' ');
}

/** Whether the group of `size` roles at index `at` occurs once more after `times` occurrences in succession. */
function isRepeated(roles: readonly string[], at: number, size: number, times: number): boolean {
  for (let i = 0; i < size; i++) if (roles[at + size * times + i] !== roles[at + i]) return false;
  return at + size * (times + 1) <= roles.length;
}

const surrogates = /[\ud800-\udbff][\udc00-\udfff]/g;
/** Returns the number of characters rather than UTF-16 units. */
const charactersOf = (text: string): number => text.length - (text.match(surrogates)?.length ?? 0);

const control = /<\|[\w .:/-]{1,40}\|>/g;
const MAX_LEFTOVERS = 50;

/** Returns the control tokens in a text, and the partial control tokens at its beginning and end. */
function leftoversIn(text: string): string[] {
  const leftovers: string[] = [];
  if (text.includes('<|'))
    for (const [token] of text.matchAll(control)) {
      leftovers.push(token);
      if (leftovers.length >= MAX_LEFTOVERS) break;
    }
  for (const { start, end } of leakedAtEdges(text)) leftovers.push(text.slice(start, end));
  return leftovers;
}
