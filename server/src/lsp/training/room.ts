/**
 * Computes the masks of documents: `ocml/training` for the row that a user views, and the problems of all rows. Problems are searched for
 * if a user views the training of a document, or if the project names a trainer. A single thread computes all masks, since a vocabulary
 * takes much memory. Requests take precedence over problems.
 */
import type { CancellationToken } from 'vscode-languageserver';
import type {
  ChooseTrainingParams,
  NamedTrainer,
  NextTrainingFinding,
  NextTrainingFindingParams,
  Training,
  TrainingChoice,
  TrainingParams,
} from '../../../../protocol/trainings.ts';
import { type AnyDocument, rowNamesOf } from '../../documents/document.ts';
import { isUnchosen } from '../../grammar/index.ts';
import { uriOf } from '../client.ts';
import type { LaterProblem } from '../diagnostics.ts';
import { createLaterProblems } from '../later-problems.ts';
import type { Surroundings } from '../training.ts';
import { threadOf } from '../workshop/thread.ts';
import { createWorkshop } from '../workshop/workshop.ts';
import { choiceIn, isInProject, resolveChoice } from './choice.ts';
import type { TrainingNames } from './profiles.ts';
import type { LensAnswer, LensTask, NextTask, PlacedFinding, Task } from './training-worker.ts';

export interface TrainingRoom {
  trainers(): Promise<readonly NamedTrainer[]>;
  /**
   * Returns how a row is trained; undefined if the request was cancelled, for example by a later one from the same
   * view; null if the document is not a transcript.
   */
  training(params: TrainingParams, token: CancellationToken): Promise<Training | null | undefined>;
  /**
   * Returns the position of the next finding; undefined if the request was cancelled, for example by a later one; null
   * if the document is not a transcript.
   */
  nextFinding(
    params: NextTrainingFindingParams,
    token: CancellationToken,
  ): Promise<NextTrainingFinding | null | undefined>;
  choose(params: ChooseTrainingParams): void;
  /** Called when a document has been opened or changed, or when its settings have changed. */
  changed(document: AnyDocument): void;
  closed(uri: string): void;
}

/** The pause in typing before the search for problems begins, in milliseconds. */
const quiet = 150;
/** The maximum length of a document whose problems are reported (UTF-16 units). Longer ones can be checked on the command line. */
const MAX_DOCUMENT_LENGTH = 2_000_000;
const tooLarge =
  'This file is larger than 2 MB, so its findings are not listed with the problems. The findings are shown here, row by row, and by `ocml mask`.';
/** The time limit of a task, in milliseconds: a fixed part, which is enough to load a vocabulary, and a part per character. */
const [least, each] = [30_000, 0.05];
/** The time after which a tokenizer and a template are tried again if a task took too long, in milliseconds. */
const pause = 60_000;

export function createTrainingRoom(surroundings: Surroundings): TrainingRoom {
  const { documents, settingsOf, complain } = surroundings;
  const workshop = createWorkshop<Task>(threadOf('training-worker'));
  /** The trainer choices with which users view the training of documents, by document URI. */
  const chosen = new Map<string, { readonly choice: TrainingChoice; readonly debug: boolean }>();
  const { soon, put, isWaiting, isReported, forget } = createLaterProblems({
    finder: 'training',
    pause: quiet,
    look,
    diagnostics: () => surroundings.diagnostics(),
    cancel: (uri) => workshop.cancel(problemsKey(uri)),
  });
  const reportedMessages = new Set<string>();
  const late = new Map<string, { readonly error: Error; readonly until: number }>();

  async function ask<Result>(key: string, task: Task, names?: TrainingNames): Promise<Result | undefined> {
    const vocabulary = `${names?.tokenizer} ${names?.template}`;
    const before = late.get(vocabulary);
    if (before && before.until > performance.now()) throw before.error;
    const length = 'text' in task ? task.text.length : 0;
    const begun = performance.now();
    try {
      return await workshop.ask<Result>(key, task, least + each * length);
    } catch (error) {
      if (performance.now() - begun < least) throw error;
      const timeoutError = new Error(
        `${(error as Error).message} A regular expression in the tokenizer may run forever on this text. Choose another tokenizer, or try again in a minute.`,
      );
      late.set(vocabulary, { error: timeoutError, until: performance.now() + pause });
      throw timeoutError;
    }
  }

  const problemsKey = (uri: string) => `problems ${uri}`;

  const dialectOf = ({ dialect }: AnyDocument) => (isUnchosen(dialect) ? undefined : dialect);

  /**
   * Runs a task for a document with the user's choice. Returns undefined if the request was cancelled. `wrong`: the
   * reason why there is no result.
   */
  async function askAbout<Result>(
    params: TrainingParams | NextTrainingFindingParams,
    key: string,
    more: Pick<LensTask, 'kind' | 'line'> | Pick<NextTask, 'kind' | 'offset' | 'step' | 'inRows'>,
    document: AnyDocument,
    token: CancellationToken,
  ): Promise<{ readonly result?: Result; readonly wrong?: Pick<Training, 'missing' | 'error'> } | undefined> {
    const { uri } = document;
    const settings = settingsOf(uri);
    const { names, missing, error } = resolveChoice(choiceIn(params), settings, uri, documents);
    if (names === undefined) return { wrong: { ...(missing && { missing }), ...(error !== undefined && { error }) } };
    // The search for problems is cancelled, so that the request does not wait. The findings so far are cached for the next search.
    for (const one of documents.all()) workshop.cancel(problemsKey(one.uri));
    const stopping = token.onCancellationRequested(() => workshop.cancel(key));
    try {
      const about = {
        uri,
        text: document.getText(),
        dialect: dialectOf(document),
        rowNames: rowNamesOf(document),
        names,
        levels: settings.levels,
      };
      const result = await ask<Result>(key, { ...about, debug: params.debug === true, ...more }, names);
      return result === undefined || token.isCancellationRequested ? undefined : { result };
    } catch (failure) {
      return { wrong: { error: (failure as Error).message } };
    } finally {
      stopping.dispose();
      for (const one of documents.all()) if (isWaiting(one.uri) || isWatched(one.uri)) soon(one.uri);
    }
  }

  function oursIn(params: TrainingParams | NextTrainingFindingParams): AnyDocument | undefined {
    const document = documents.get(uriOf(params));
    return document !== undefined && documents.isOurs(document) ? document : undefined;
  }

  async function training(params: TrainingParams, token: CancellationToken): Promise<Training | null | undefined> {
    const document = oursIn(params);
    if (document === undefined) return null;
    const { line, number, side } = params;
    const nothing = { version: document.version, sequences: [], findings: [], notes: [] };
    const lens = {
      kind: 'lens' as const,
      line: typeof line === 'number' ? line : 0,
      ...(typeof number === 'number' && { number }),
    };
    const answer = await askAbout<LensAnswer>(params, `lens ${side}`, lens, document, token);
    if (answer === undefined) return undefined;
    if (answer.result === undefined) return { ...nothing, ...answer.wrong };
    const training = placed(answer.result, document);
    return document.length <= MAX_DOCUMENT_LENGTH ? training : { ...training, notes: [...training.notes, tooLarge] };
  }

  async function nextFinding(params: NextTrainingFindingParams, token: CancellationToken) {
    const document = oursIn(params);
    if (document === undefined) return null;
    const { position, step, inRows } = params;
    const checkedPosition = { line: countIn(position?.line), character: countIn(position?.character) };
    const next = {
      kind: 'next' as const,
      offset: document.offsetAt(checkedPosition),
      step: step === -1 ? -1 : 1,
      inRows: inRows === true,
    };
    const answer = await askAbout<{ readonly at?: number }>(params, 'next finding', next, document, token);
    if (answer === undefined) return undefined;
    if (answer.wrong?.error !== undefined) return { error: answer.wrong.error };
    const at = answer.result?.at;
    return at === undefined ? {} : { position: document.positionAt(at) };
  }

  /**
   * Returns the trainer, tokenizer and template for reporting problems: those of the training view that a user has
   * open, or those of the project.
   */
  function namesFor(uri: string): { readonly names?: TrainingNames; readonly error?: string } {
    const settings = settingsOf(uri);
    const viewChoice = chosen.get(uri);
    return resolveChoice(viewChoice?.choice ?? {}, settings, uri, documents);
  }

  const isWatched = (uri: string) => chosen.has(uri) || isInProject(settingsOf(uri));

  async function look(uri: string): Promise<void> {
    const document = documents.get(uri);
    const isOurs = document !== undefined && documents.isOurs(document) && document.length <= MAX_DOCUMENT_LENGTH;
    const { names, error } = isOurs && isWatched(uri) ? namesFor(uri) : {};
    if (error !== undefined && !chosen.has(uri)) tellOnce(error);
    if (document === undefined || names === undefined) return put(uri, undefined, []);
    const { version } = document;
    const { levels, maxProblems } = settingsOf(uri);
    const debug = chosen.get(uri)?.debug === true;
    try {
      const task: Task = {
        kind: 'problems',
        uri,
        text: document.getText(),
        dialect: dialectOf(document),
        rowNames: rowNamesOf(document),
        debug,
        names,
        levels,
      };
      const placedFindings = await ask<readonly PlacedFinding[]>(problemsKey(uri), task, names);
      const now = documents.get(uri);
      if (placedFindings === undefined || now?.version !== version) return;
      put(
        uri,
        version,
        placedFindings.slice(0, maxProblems).map((one) => diagnosed(one, now)),
      );
    } catch (failure) {
      put(uri, version, []);
      // If the training view is open, it shows the failure.
      if (!chosen.has(uri)) tellOnce((failure as Error).message);
    }
  }

  function tellOnce(message: string): void {
    if (!reportedMessages.has(message)) complain(message);
    reportedMessages.add(message);
  }

  return {
    trainers: async () => (await ask<readonly NamedTrainer[]>('trainers', { kind: 'trainers' })) ?? [],
    training,
    nextFinding,
    choose({ training: choice, debug, ...about }) {
      const uri = uriOf(about);
      if (choice) chosen.set(uri, { choice: choiceIn(choice), debug: debug === true });
      else chosen.delete(uri);
      if (documents.get(uri)) soon(uri);
    },
    changed({ uri }) {
      if (isWatched(uri) || isReported(uri)) soon(uri);
    },
    closed(uri) {
      forget(uri);
      chosen.delete(uri);
    },
  };
}

/** Reads a line or column number from params that are not validated yet. */
const countIn = (value: unknown): number => (typeof value === 'number' && value >= 0 ? value : 0);

function diagnosed({ code, message, severity, start, end }: PlacedFinding, document: AnyDocument): LaterProblem {
  return { code, message, severity, range: { start: document.positionAt(start), end: document.positionAt(end) } };
}

function placed({ sequences, findings, row, ...rest }: LensAnswer, document: AnyDocument): Training {
  const position = (at: number) => document.positionAt(at);
  return {
    version: document.version,
    ...rest,
    sequences: sequences.map(({ stretches, ...sequence }) => ({
      ...sequence,
      stretches: stretches.map(({ at, to, ...one }) => ({
        ...one,
        ...(at !== undefined && { position: position(at) }),
        ...(to !== undefined && { end: position(to) }),
      })),
    })),
    findings: findings.map(({ code, message, severity, start }) => ({
      code,
      message,
      severity,
      position: position(start),
    })),
    ...(row && {
      row: {
        number: row.number,
        count: row.count,
        range: { start: position(row.start), end: position(row.end) },
        ...(row.previous !== undefined && { previous: position(row.previous) }),
        ...(row.next !== undefined && { next: position(row.next) }),
      },
    }),
  };
}
