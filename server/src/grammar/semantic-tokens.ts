/**
 * The meanings of semantic tokens, as types and modifiers of the language server protocol. Each type corresponds to a TextMate scope, so
 * that editors that support both use the same color. All types are among those that every client knows.
 */

export interface SemanticTypeFact {
  readonly name: string;
  /**
   * The corresponding TextMate scope, which includes all scopes that begin with it. If the scopes of several types match, the longest one
   * counts.
   */
  readonly scope: string;
}

/** The types, in the order of the legend. */
export const semanticTypes: readonly SemanticTypeFact[] = [
  { name: 'keyword', scope: 'keyword.control' },
  { name: 'macro', scope: 'keyword.other' },
  { name: 'type', scope: 'entity.name.type' },
  { name: 'label', scope: 'entity.name.tag' },
  { name: 'comment', scope: 'comment' },
  { name: 'property', scope: 'entity.other.attribute-name' },
  { name: 'function', scope: 'entity.name.function' },
  { name: 'enumMember', scope: 'constant.other' },
  { name: 'variable', scope: 'variable.other' },
  { name: 'event', scope: 'support.constant' },
  { name: 'interface', scope: 'support.type' },
  { name: 'parameter', scope: 'support.type.property-name' },
  { name: 'regexp', scope: 'constant.character.escape' },
  { name: 'string', scope: 'string' },
  { name: 'number', scope: 'constant.numeric' },
  { name: 'decorator', scope: 'constant.language' },
];

interface SemanticModifierFact {
  readonly name: string;
  readonly doc: string;
}

/** The modifiers, in the order of the legend. No TextMate scope has these meanings. */
export const semanticModifiers: readonly SemanticModifierFact[] = [
  { name: 'hidden', doc: 'Hidden from end users, or in a hidden message.' },
  { name: 'visible', doc: 'In a message that end users see.' },
  { name: 'answered', doc: 'A call that a reply answers.' },
  { name: 'open', doc: 'A call without a reply, or a reply without a call.' },
  { name: 'resolved', doc: 'A declared tool, or a reply to a call in the transcript.' },
];

/** The scopes of types with a modifier. They give a channel the color that shows whether users see its messages. */
export const semanticScopes: Readonly<Record<string, string>> = {
  'comment.hidden': 'comment.block.hidden',
  'comment.visible': 'entity.name.tag.channel',
  'label.hidden': 'comment.line.channel',
};

/** The styles of modifiers for themes that do not define any. */
export const semanticStyles: Readonly<Record<string, Readonly<Record<string, boolean>>>> = {
  '*.open:ocml': { italic: true },
  'function.resolved:ocml': { bold: true },
};
