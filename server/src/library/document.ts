/** A document in any format, which can be edited and queried: the center of the library. */
import type { DocumentChecker, PlacedProblem } from '../checker/document-checker.ts';
import type { CheckerSettings } from '../checker/session.ts';
import { createChecker, languageInfoOf, needsReopen, openDocument } from '../documents/document.ts';
import { exported } from '../features/export/index.ts';
import { documentFixes, fixedText } from '../fixes/document-fixes.ts';
import { laidOutDocument } from '../format/document.ts';
import type { AnyDialectId } from '../grammar/index.ts';
import type { AnyDocument } from '../syntax/any-document.ts';
import { dialectNamed } from './dialect-named.ts';
import { applyChanges } from './edit.ts';
import { messagesIn } from './messages.ts';
import { textOf } from './text.ts';
import type { Change, Fix, Message, Problem, Severity, ViewMessage } from './types.ts';
import { viewOf } from './view.ts';
import { useYaml } from './yaml.ts';

export interface OpenOptions {
  /** The dialect, by a name that `ocml --dialect` accepts; by default, it is detected from `uri` and the text. */
  readonly dialect?: string | undefined;
  /** The name or address of the text, such as `train.jsonl`; its extension indicates the file type. */
  readonly uri?: string | undefined;
  /** Also report problems that only strict parsers reject. */
  readonly strict?: boolean | undefined;
  /** Treat the document as training data: problems that spoil a training row are more severe. */
  readonly training?: boolean | undefined;
  /** The severity of each rule by its code; `off` turns a rule off. */
  readonly rules?: Readonly<Record<string, Severity | 'off'>> | undefined;
}

export interface ViewOptions {
  /** Include messages that users must not see, marked as `hidden`. Do not show these messages to users. */
  readonly hidden?: boolean | undefined;
}

/** A text with its messages and problems. After an edit, only the edited message is processed again. */
export interface OpenDocument {
  readonly text: string;
  /** The number of edits so far. */
  readonly version: number;
  /** The dialect in which the text is read: chosen, or detected from the text. */
  readonly dialect: string;
  /** The shape of JSON, such as `messages` or `sharegpt`. */
  readonly shape: string | undefined;
  /**
   * Applies changes one after the other. `version`: the version to which they apply. Throws a `RangeError`, and changes nothing, if that
   * is not the current version, or if a change refers to a position outside the text.
   */
  edit(changes: readonly Change[], version?: number): void;
  /** Returns all problems, in text order. */
  problems(): Problem[];
  /** Returns the fixes of a problem, the preferred one first. Throws an `Error` for a problem of another version. */
  fixes(problem: Problem): Fix[];
  /** Returns the text with all safe fixes applied. */
  fixed(): string;
  /** Returns the text with its headers and gaps formatted; no byte of a body changes. */
  formatted(): string;
  messages(): Message[];
  /** Returns the messages that end users see (2.2 §4, §5, §11). */
  userView(options?: ViewOptions): ViewMessage[];
  /** Returns the messages of `userView` as plain text, in which no content can imitate another message. */
  toText(options?: ViewOptions): string;
}

/**
 * Opens a text in any format: OpenChatML 2.2 or 0.1, Harmony, ChatML, a model's own text, JSON or JSON Lines. Throws an `Error` if there
 * is no dialect with this name, but never because of the text.
 */
export function open(text: string, options: OpenOptions = {}): OpenDocument {
  useYaml();
  return new Opened(textOf('open', text), options);
}

/**
 * The internal document, for other functions of the library.
 * @internal
 */
export const documentOf = (document: OpenDocument): AnyDocument => {
  if (document instanceof Opened) return document.document;
  throw new TypeError('This is not a document returned by `open`');
};

class Opened implements OpenDocument {
  document: AnyDocument;
  private readonly uri: string;
  private readonly chosen: AnyDialectId | undefined;
  private readonly settings: CheckerSettings;
  private checker: DocumentChecker | undefined;
  /** The checker's own record of each problem that was returned to the caller. Cleared by every edit. */
  private given = new WeakMap<Problem, PlacedProblem>();

  constructor(text: string, { dialect, uri = '', strict = false, training = false, rules = {} }: OpenOptions) {
    this.uri = uri;
    this.chosen = dialectNamed(dialect);
    this.settings = { strict, training, levels: rules };
    this.document = this.read(text);
  }

  get text(): string {
    return this.document.getText();
  }

  get version(): number {
    return this.document.version;
  }

  get dialect(): string {
    return languageInfoOf(this.document).dialect;
  }

  get shape(): string | undefined {
    return languageInfoOf(this.document).shape;
  }

  edit(changes: readonly Change[], version = this.version): void {
    applyChanges(this.document, changes, version);
    this.given = new WeakMap();
    if (this.chosen === undefined && needsReopen(this.document)) {
      this.document = this.read(this.text, this.version);
      this.checker = undefined;
    } else this.checker?.update();
  }

  problems(): Problem[] {
    const checker = this.checked();
    return checker.problems(Number.POSITIVE_INFINITY).problems.map((placed) => {
      const { code, severity, message, start, end, related = [] } = placed.problem;
      const base = checker.offsetOf(placed);
      const problem: Problem = {
        code,
        severity,
        message,
        start: base + start,
        end: base + end,
        range: checker.rangeOf(placed),
        related: related.flatMap((one) => {
          const range = checker.rangeIn(one.block, one);
          return range ? [{ message: one.message, range }] : [];
        }),
      };
      this.given.set(problem, placed);
      return problem;
    });
  }

  fixes(problem: Problem): Fix[] {
    const placed = this.given.get(problem);
    if (placed === undefined)
      throw new Error('This problem is not from the current version of the document: call `problems()` again');
    return documentFixes(this.document, this.checked())
      .of(placed)
      .map(({ title, preferred = false, safe = false, edits }) => ({ title, preferred, safe, edits }));
  }

  fixed(): string {
    return fixedText(this.document, this.settings);
  }

  formatted(): string {
    return laidOutDocument(this.document, { keepBlankLine: true }) ?? this.text;
  }

  messages(): Message[] {
    return messagesIn(this.document);
  }

  userView({ hidden = false }: ViewOptions = {}): ViewMessage[] {
    return viewOf(this.document, hidden);
  }

  toText({ hidden = false }: ViewOptions = {}): string {
    return [...exported(this.document, { as: 'text', debug: hidden }, this.checked())].join('');
  }

  private read(text: string, version = 0): AnyDocument {
    return openDocument(this.uri, 'ocml', version, text, this.chosen);
  }

  private checked(): DocumentChecker {
    this.checker ??= createChecker(this.document, this.settings);
    return this.checker;
  }
}
