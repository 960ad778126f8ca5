/** The nodes of a parsed template. `at`: the start of a node, as a UTF-16 offset in the normalized text. */

interface At {
  readonly at: number;
}

export type BinaryOperator = '+' | '-' | '*' | '/' | '//' | '%' | '**';
export type Comparison = '==' | '!=' | '<' | '<=' | '>' | '>=' | 'in' | 'not in';

export interface Arguments {
  readonly positional: readonly Expression[];
  readonly named: readonly (readonly [name: string, value: Expression])[];
  readonly list: Expression | undefined;
  readonly dict: Expression | undefined;
}

interface NameNode extends At {
  readonly kind: 'name';
  readonly name: string;
}
interface TupleNode extends At {
  readonly kind: 'tuple';
  readonly items: readonly Expression[];
}
interface AttributeNode extends At {
  readonly kind: 'attribute';
  readonly of: Expression;
  readonly name: string;
}
export interface FilterNode extends At {
  readonly kind: 'filter';
  /** The value that is filtered; undefined for the first filter of a filter block, since it receives the output of the block. */
  readonly of: Expression | undefined;
  readonly name: string;
  readonly given: Arguments;
}
interface CallNode extends At {
  readonly kind: 'call';
  readonly of: Expression;
  readonly given: Arguments;
}

export type Expression =
  | NameNode
  | TupleNode
  | AttributeNode
  | FilterNode
  | CallNode
  | ({ readonly kind: 'constant'; readonly value: string | number | bigint | boolean | null } & At)
  | ({ readonly kind: 'list'; readonly items: readonly Expression[] } & At)
  | ({ readonly kind: 'dict'; readonly items: readonly (readonly [Expression, Expression])[] } & At)
  | ({ readonly kind: 'item'; readonly of: Expression; readonly key: Expression } & At)
  | ({ readonly kind: 'slice'; readonly of: Expression; readonly bounds: readonly (Expression | undefined)[] } & At)
  | ({ readonly kind: 'test'; readonly of: Expression; readonly name: string; readonly given: Arguments } & At)
  | ({ readonly kind: 'not'; readonly of: Expression } & At)
  | ({ readonly kind: 'sign'; readonly sign: '+' | '-'; readonly of: Expression } & At)
  | ({
      readonly kind: 'binary';
      readonly operator: BinaryOperator;
      readonly left: Expression;
      readonly right: Expression;
    } & At)
  | ({ readonly kind: 'and' | 'or'; readonly left: Expression; readonly right: Expression } & At)
  | ({ readonly kind: 'joined'; readonly items: readonly Expression[] } & At)
  | ({
      readonly kind: 'compare';
      readonly left: Expression;
      readonly rest: readonly (readonly [Comparison, Expression])[];
    } & At)
  | ({
      readonly kind: 'if-else';
      readonly test: Expression;
      readonly yes: Expression;
      readonly no: Expression | undefined;
    } & At);

export type Target = NameNode | TupleNode | AttributeNode;

export interface Parameter {
  readonly name: string;
  readonly otherwise: Expression | undefined;
}

/** The parameters and the body of a macro, or of a call block, whose body is passed to a macro. */
export interface Signature {
  readonly parameters: readonly Parameter[];
  readonly body: readonly Statement[];
}

interface MacroNode extends At, Signature {
  readonly kind: 'macro';
  readonly name: string;
}
export interface ForNode extends At {
  readonly kind: 'for';
  readonly target: Target;
  readonly over: Expression;
  readonly test: Expression | undefined;
  readonly recursive: boolean;
  readonly body: readonly Statement[];
  readonly otherwise: readonly Statement[];
}

export type Statement =
  | MacroNode
  | ForNode
  | ({ readonly kind: 'data'; readonly text: string } & At)
  | ({ readonly kind: 'print'; readonly value: Expression } & At)
  | ({
      readonly kind: 'if';
      readonly branches: readonly (readonly [Expression, readonly Statement[]])[];
      readonly otherwise: readonly Statement[];
    } & At)
  | ({ readonly kind: 'set'; readonly target: Target; readonly value: Expression } & At)
  | ({
      readonly kind: 'set-block';
      readonly target: Target;
      readonly filter: FilterNode | undefined;
      readonly body: readonly Statement[];
    } & At)
  | ({ readonly kind: 'call-block'; readonly call: CallNode } & Signature & At)
  | ({ readonly kind: 'filter-block'; readonly filter: FilterNode; readonly body: readonly Statement[] } & At)
  | ({
      readonly kind: 'with';
      readonly targets: readonly (readonly [Target, Expression])[];
      readonly body: readonly Statement[];
    } & At)
  | ({ readonly kind: 'generation'; readonly body: readonly Statement[] } & At)
  | ({ readonly kind: 'block'; readonly body: readonly Statement[] } & At)
  | ({ readonly kind: 'break' | 'continue' } & At);
