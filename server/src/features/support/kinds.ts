/** Numbers of the language server protocol. They are copied here because importing their package would bundle it a second time. */

export const SymbolKind = {
  Module: 2,
  Namespace: 3,
  Method: 6,
  Property: 7,
  Interface: 11,
  Function: 12,
  Variable: 13,
  String: 15,
  Number: 16,
  Boolean: 17,
  Array: 18,
  Object: 19,
  Null: 21,
  Event: 24,
  Operator: 25,
} as const;

export const CompletionItemKind = {
  Function: 3,
  Variable: 6,
  Class: 7,
  Module: 9,
  Property: 10,
  Value: 12,
  Enum: 13,
  Keyword: 14,
  Snippet: 15,
  Reference: 18,
  EnumMember: 20,
} as const;

export const DiagnosticSeverity = { Error: 1, Warning: 2, Information: 3, Hint: 4 } as const;
