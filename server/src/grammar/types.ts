/** The types of the facts in this folder. Facts are pure data, so nothing in this folder imports anything from outside it. */

/** The dialects with facts in this folder. */
export type KnownDialectId = 'openchatml-2.2' | 'harmony' | 'openchatml-0.1' | 'llama3' | 'phi3';

/** A dialect learned from a chat template, identified by a digest of the template. */
export type LearnedDialectId = `template:${string}`;

export type DialectId = KnownDialectId | LearnedDialectId;

/** The dialects of JSON documents. `json`: no dialect was chosen, so the dialect of each value is recognized by its content. */
export type JsonDialectId = 'chatml-wire' | 'openchatml-json' | 'messages' | 'stream-event' | 'json';

export type AnyDialectId = DialectId | JsonDialectId;

/** The parts of a document in which a control token is allowed. `between`: between messages; `header`: between `<|start|>` and the body. */
export type Place = 'between' | 'header' | 'body';

export interface TokenFact {
  /** The whole token, for example `<|start|>`. */
  readonly text: string;
  /** The word inside the token, for example `start`. */
  readonly name: string;
  readonly kind:
    | 'opener'
    | 'part'
    | 'terminator'
    | 'literal'
    | 'thought'
    /** A token of a dialect other than the document's. */
    | 'foreign'
    /** In 0.1: tokens of fill-in-the-middle tasks and of multi-file sequences, flags for thoughts, and tokens of functions. */
    | 'fim'
    | 'separator'
    | 'flag'
    | 'function'
    /**
     * In Llama 3: `call`: the rest of the message is a tool call; `sequence`: the token marks the edge of a text, and may be
     * anywhere between messages.
     */
    | 'call'
    | 'sequence';
  readonly places: readonly Place[];
  /** The only role whose messages may have the token; undefined for any role. */
  readonly of?: string;
  /** For a terminator: whether the message goes to a tool. */
  readonly toTool?: true;
  /** For an opener: the role of the message, unless its header contains a role. */
  readonly role?: string;
  /** For an opener: whether the message has no terminator, and ends at the next opener. */
  readonly endsWithNext?: true;
  /** For an opener: the text of the terminator, if it depends on the role. */
  readonly endsWith?: string;
  /**
   * Whether formats for which this product has no dialect use the token, too. Such tokens are often mentioned in ordinary text, so other
   * dialects treat them as text.
   */
  readonly common?: true;
  /** Whether the token is recognized but not suggested. */
  readonly rare?: true;
  /** One or two sentences in Markdown for hovers and completion. */
  readonly doc: string;
  /** The section of the specification that defines the token, for example `2.2 §3`. */
  readonly section: string;
  /** The TextMate scope, without the suffix of the language. */
  readonly scope: string;
  /** The id in the `o200k_harmony` vocabulary. */
  readonly harmonyId?: number;
}

export interface RoleFact {
  readonly name: string;
  /** The rank in the instruction hierarchy; 1 is the highest authority (2.2 §4). */
  readonly rank: number;
  /** Whether users may see messages with this role at all. */
  readonly visible: boolean;
  /** Whether messages with this role are tool replies. */
  readonly replies?: true;
  /** Whether messages with this role instruct the model, and may declare tools. */
  readonly instructs?: true;
  /** The role that usually speaks next. */
  readonly next: string;
  /** Whether only some models write the role. Such a role is recognized but not recommended. */
  readonly rare?: true;
  /** Whether Harmony lacks the role. */
  readonly notInHarmony?: true;
  readonly doc: string;
  readonly section: string;
  readonly scope: string;
}

export interface ChannelFact {
  readonly name: string;
  readonly visible: boolean;
  /** Whether messages on the channel are reasoning, and may contain markers of thoughts. */
  readonly thoughts?: true;
  /** Whether users see messages on the channel that have `intent=preamble`. */
  readonly preambles?: true;
  readonly doc: string;
  readonly section: string;
  readonly scope: string;
}

export interface AttributeFact {
  readonly name: string;
  readonly afterChannel: boolean;
  readonly values?: readonly ValueFact[];
  /** The kinds of messages in which the attribute makes sense; if undefined, all. */
  readonly on?: readonly ('model' | 'reply')[];
  readonly doc: string;
  readonly section: string;
  /** The TextMate scope of the value, without the suffix of the language. */
  readonly scope: string;
}

export interface ValueFact {
  readonly name: string;
  readonly doc: string;
}

export interface ContentTypeFact extends ValueFact {
  /** The TextMate scope of the language in which a body of this type is highlighted. */
  readonly embeds?: string;
}

/** The tokens that begin and end a sequence in the vocabulary of a model. */
export interface SequencePair {
  readonly begin: string;
  readonly end: string;
  /** Matches the text after `begin` where `begin` really is a token. Only set if `begin` is ambiguous. */
  readonly afterBegin?: RegExp;
  /** Matches the text before `end` where `end` really is a token outside messages. Only set if `end` is ambiguous. */
  readonly beforeEnd?: RegExp;
}

/** The type of a value in the document header. */
export interface HeaderTypeFact {
  /** The description of the type, which precedes the list of values, if there is one. */
  readonly words: string;
  readonly value: 'string' | 'number' | 'boolean' | 'mapping' | 'version';
  /** Whether the value is a list of values of this type. */
  readonly list?: true;
  /** Whether only the values listed for the key are allowed. */
  readonly closed?: true;
}

/** A key of the document header. `path` contains dots for nested keys; `type` is the required type of the value. */
export interface HeaderKeyFact {
  readonly path: string;
  readonly type: 'version' | 'string' | 'number' | 'boolean' | 'mapping' | 'enum' | 'strings' | 'enums';
  readonly values?: readonly string[];
  readonly doc: string;
  readonly section: string;
}

/** A field of JSON in a body. `name` contains dots for a field of a nested object, and `*` in it matches any key. */
export interface BodyMemberFact extends ValueFact {
  readonly section: string;
  /** The required type of the value, as named in JSON Schema. If undefined, any type is allowed. */
  readonly type?: 'string' | 'number' | 'boolean' | 'object' | 'array';
  readonly values?: readonly (string | null)[];
  /** Whether the field is usually present. If so, completion suggests it first, and inserts it together with the object. */
  readonly usual?: true;
}

/** A line of a system message. */
export interface SystemLineFact extends ValueFact {
  /** The text after the name of the line, if it is always the same. */
  readonly text?: string;
  /** The possible values after the name of the line, if there are several. */
  readonly values?: readonly string[];
}

/** A built-in tool that Harmony models know without a declaration. */
export interface BuiltinFact {
  readonly recipient: string;
  readonly doc: string;
  /** The type of the tool's input, as far as it is known without a declaration; undefined for a tool whose input is not JSON. */
  readonly type?: string;
}
