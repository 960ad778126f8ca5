/** The shapes of the facts in this folder. Pure data: nothing in this folder imports anything from outside. */

/** The dialects with facts in this folder. */
export type KnownDialectId = 'openchatml-2.2' | 'harmony' | 'openchatml-0.1' | 'llama3' | 'phi3';

/** A dialect learned from a chat template, by the template's content. */
export type LearnedDialectId = `template:${string}`;

export type DialectId = KnownDialectId | LearnedDialectId;

/** The dialects of JSON documents; `json`: none was chosen, so each value is recognized by its content. */
export type JsonDialectId = 'chatml-wire' | 'openchatml-json' | 'messages' | 'stream-event' | 'json';

export type AnyDialectId = DialectId | JsonDialectId;

/**
 * The parts of a document in which a control token is allowed. `between`: outside any message; `header`: between `<|start|>`
 * and the body.
 */
export type Place = 'between' | 'header' | 'body';

export interface TokenFact {
  /** As written in the text, `<|start|>`. */
  readonly text: string;
  /** The word inside, `start`. */
  readonly name: string;
  readonly kind:
    | 'opener'
    | 'part'
    | 'terminator'
    | 'literal'
    | 'thought'
    /** A token of a dialect other than the document's. */
    | 'foreign'
    /** In 0.1: fill-in-the-middle, multi-file sequences, flags of thoughts, functions. */
    | 'fim'
    | 'separator'
    | 'flag'
    | 'function'
    /** In Llama 3: `call`: the rest of the message calls a tool; `sequence`: the edge of a text, which may be anywhere between messages. */
    | 'call'
    | 'sequence';
  readonly places: readonly Place[];
  /** The role whose messages may have it, if only one. */
  readonly of?: string;
  /** For a terminator: the message goes to a tool. */
  readonly toTool?: true;
  /** For an opener: the role of its messages, unless the header names another. */
  readonly role?: string;
  /** For an opener: its messages have no terminator, and end at the next opener. */
  readonly endsWithNext?: true;
  /** For an opener: the text of the terminator for its messages, if each role has its own. */
  readonly endsWith?: string;
  /** The token also exists in formats that are not a dialect here, and texts mention it: in documents of other dialects, it is text. */
  readonly common?: true;
  /** Recognized, but not suggested. */
  readonly rare?: true;
  /** One or two sentences of Markdown for hover and completion. */
  readonly doc: string;
  /** The section that defines it, as in `2.2 §3`. */
  readonly section: string;
  /** TextMate scope, without the language suffix. */
  readonly scope: string;
  /** Id in the `o200k_harmony` vocabulary. */
  readonly harmonyId?: number;
}

export interface RoleFact {
  readonly name: string;
  /** The rank in the instruction hierarchy, 1 = highest authority (2.2 §4). */
  readonly rank: number;
  /** Whether an end user may see messages of this role at all. */
  readonly visible: boolean;
  /** Whether its messages are replies of tools. */
  readonly replies?: true;
  /** Whether its messages instruct the model, and may declare tools. */
  readonly instructs?: true;
  /** The usual next speaker. */
  readonly next: string;
  /** Only some models write it: recognized, but not advised. */
  readonly rare?: true;
  /** Harmony does not have it. */
  readonly notInHarmony?: true;
  readonly doc: string;
  readonly section: string;
  readonly scope: string;
}

export interface ChannelFact {
  readonly name: string;
  readonly visible: boolean;
  /** Whether it is for reasoning, and may contain markers of thoughts. */
  readonly thoughts?: true;
  /** Whether users see messages on it with `intent=preamble`. */
  readonly preambles?: true;
  readonly doc: string;
  readonly section: string;
  readonly scope: string;
}

export interface AttributeFact {
  readonly name: string;
  /** Whether the attribute is also allowed after the channel. */
  readonly afterChannel: boolean;
  readonly values?: readonly ValueFact[];
  /** The messages in which it makes sense; if missing, all. */
  readonly on?: readonly ('model' | 'reply')[];
  readonly doc: string;
  readonly section: string;
  /** TextMate scope of the value, without the language suffix. */
  readonly scope: string;
}

export interface ValueFact {
  readonly name: string;
  readonly doc: string;
}

export interface ContentTypeFact extends ValueFact {
  /** The TextMate scope of the language for highlighting a body of this type. */
  readonly embeds?: string;
}

/** The tokens that begin and end a sequence in the vocabulary of a model. */
export interface SequencePair {
  readonly begin: string;
  readonly end: string;
  /** The text that must follow `begin`, if it is ambiguous. */
  readonly afterBegin?: RegExp;
  /** The text that must precede `end` outside messages, if it is ambiguous. */
  readonly beforeEnd?: RegExp;
}

/** The type of the value of a key of the document header. */
export interface HeaderTypeFact {
  /** The description, which precedes the list of values, if any. */
  readonly words: string;
  readonly value: 'string' | 'number' | 'boolean' | 'mapping' | 'version';
  /** The value is a list of such values. */
  readonly list?: true;
  /** Only the values of the key are allowed. */
  readonly closed?: true;
}

/** A key of the document header; `path` is dotted, `type` what its value must be. */
export interface HeaderKeyFact {
  readonly path: string;
  readonly type: 'version' | 'string' | 'number' | 'boolean' | 'mapping' | 'enum' | 'strings' | 'enums';
  readonly values?: readonly string[];
  readonly doc: string;
  readonly section: string;
}

/** A member of a JSON body; `name` is dotted for a member of a nested object, and `*` in it matches any key. */
export interface BodyMemberFact extends ValueFact {
  readonly section: string;
  /** The required type of its value, as named in JSON Schema; if missing, any. */
  readonly type?: 'string' | 'number' | 'boolean' | 'object' | 'array';
  /** The values to choose from. */
  readonly values?: readonly (string | null)[];
  /** The member is usually present: completion suggests it first, and writes it together with its object. */
  readonly usual?: true;
}

/** A line of a system message. */
export interface SystemLineFact extends ValueFact {
  /** The rest of the line after its name, if it is always the same. */
  readonly text?: string;
  /** The possible values after its name, if there is a choice. */
  readonly values?: readonly string[];
}

/** A built-in tool that Harmony models know without a declaration. */
export interface BuiltinFact {
  readonly recipient: string;
  readonly doc: string;
  /** The type of the tool, as far as it is known without a declaration; undefined for a tool whose input is not JSON. */
  readonly type?: string;
}
