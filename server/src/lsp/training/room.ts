/**
 * The masks of documents: `ocml/training` for the row that a user views, and the problems in all rows, as long as a user views them
 * or the project names a trainer. One thread creates them, since a vocabulary is large; requests take precedence over problems.
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
import type { LensAnswer, LensTask, NextTask, PlacedFinding, Task } from './worker.ts';

export interface TrainingRoom {
  trainers(): Promise<readonly NamedTrainer[]>;
  /** The training of a row. Undefined if a later request from the same view cancels this one; null if the document is not one of ours. */
  training(params: TrainingParams, token: CancellationToken): Promise<Training | null | undefined>;
  /** The next finding. Undefined if a later request cancels this one; null if the document is not one of ours. */
  nextFinding(
    params: NextTrainingFindingParams,
    token: CancellationToken,
  ): Promise<NextTrainingFinding | null | undefined>;
  choose(params: ChooseTrainingParams): void;
  /** Called when a document was opened or has changed, or when its settings have changed. */
  changed(document: AnyDocument): void;
  closed(uri: string): void;
}

/** The pause in typing before the search for problems begins, in milliseconds. */
const quiet = 150;
/** Documents of this size or larger are left to the command line (UTF-16 units). */
const MAX_DOCUMENT_LENGTH = 2_000_000;
const tooLarge =
  'This file is larger than 2 MB, so its findings are not listed with the problems. The findings are shown here, row by row, and by `ocml mask`.';
/** The time limit of a task in milliseconds: a base for loading a vocabulary, and an amount per character. */
const [least, each] = [30_000, 0.05];
/** The pause before a task that took too long is tried again, in milliseconds. */
const pause = 60_000;

export function createTrainingRoom(surroundings: Surroundings): TrainingRoom {
  const { documents, settingsOf, complain } = surroundings;
  const workshop = createWorkshop<Task>(threadOf('training-worker'));
  /** The choices with which users view documents, by the address of the document. */
  const chosen = new Map<string, { readonly choice: TrainingChoice; readonly debug: boolean }>();
  const { soon, put, isWaiting, isReported, forget } = createLaterProblems({
    ...{ finder: 'training', pause: quiet, look },
    diagnostics: () => surroundings.diagnostics(),
    cancel: (uri) => workshop.cancel(problemsKey(uri)),
  });
  const told = new Set<string>();
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
      const told = new Error(
        `${(error as Error).message} A regular expression in the tokenizer may run forever on this text. Choose another tokenizer, or try again in a minute.`,
      );
      late.set(vocabulary, { error: told, until: performance.now() + pause });
      throw told;
    }
  }

  const problemsKey = (uri: string) => `problems ${uri}`;

  const dialectOf = ({ dialect }: AnyDocument) => (isUnchosen(dialect) ? undefined : dialect);

  /** Runs a task for a document with a choice. Undefined if a later request cancels this one. `wrong`: the reason why no task can run. */
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
    // Stops the search for problems, so that the request does not wait. The findings so far are kept for the next search.
    for (const one of documents.all()) workshop.cancel(problemsKey(one.uri));
    const stopping = token.onCancellationRequested(() => workshop.cancel(key));
    try {
      const about = {
        ...{ uri, text: document.getText(), dialect: dialectOf(document), rowNames: rowNamesOf(document) },
        ...{ names, levels: settings.levels },
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
      ...{ kind: 'lens' as const, line: typeof line === 'number' ? line : 0 },
      ...(typeof number === 'number' && { number }),
    };
    const answer = await askAbout<LensAnswer>(params, `lens ${side}`, lens, document, token);
    if (answer === undefined) return undefined;
    if (answer.result === undefined) return { ...nothing, ...answer.wrong };
    const found = placed(answer.result, document);
    return document.length <= MAX_DOCUMENT_LENGTH ? found : { ...found, notes: [...found.notes, tooLarge] };
  }

  async function nextFinding(params: NextTrainingFindingParams, token: CancellationToken) {
    const document = oursIn(params);
    if (document === undefined) return null;
    const { position, step, inRows } = params;
    const place = { line: countIn(position?.line), character: countIn(position?.character) };
    const next = {
      ...{ kind: 'next' as const, offset: document.offsetAt(place) },
      ...{ step: step === -1 ? -1 : 1, inRows: inRows === true },
    };
    const answer = await askAbout<{ readonly at?: number }>(params, 'next finding', next, document, token);
    if (answer === undefined) return undefined;
    if (answer.wrong?.error !== undefined) return { error: answer.wrong.error };
    const at = answer.result?.at;
    return at === undefined ? {} : { position: document.positionAt(at) };
  }

  /**
   * The trainer, tokenizer and template for which problems are reported: those of the training that a user views, or those of the project.
   */
  function namesFor(uri: string): { readonly names?: TrainingNames; readonly error?: string } {
    const settings = settingsOf(uri);
    const found = chosen.get(uri);
    return resolveChoice(found?.choice ?? {}, settings, uri, documents);
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
      // The training view reports the failure to users who have it open.
      if (!chosen.has(uri)) tellOnce((failure as Error).message);
    }
  }

  function tellOnce(message: string): void {
    if (!told.has(message)) complain(message);
    told.add(message);
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

/** A line or a column from unverified params. */
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
      ...{ code, message, severity, position: position(start) },
    })),
    ...(row && {
      row: {
        ...{ number: row.number, count: row.count },
        range: { start: position(row.start), end: position(row.end) },
        ...(row.previous !== undefined && { previous: position(row.previous) }),
        ...(row.next !== undefined && { next: position(row.next) }),
      },
    }),
  };
}
