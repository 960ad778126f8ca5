// Grammar rules for the subset of TypeScript in tool declarations: `namespace functions { type f = (_: { … }) => any; }`.
import { captures, include, match } from './patterns.mjs';

export function typescriptRules(stop) {
  const string = (mark, name, end) => ({
    name: `string.quoted.${name}.ts`,
    begin: `(${mark})`,
    beginCaptures: captures('punctuation.definition.string.begin.ts'),
    end: `(${mark})|${end}${stop}`,
    endCaptures: captures('punctuation.definition.string.end.ts'),
    patterns: [...include('in-body'), match('\\\\(?!<).', 'constant.character.escape.ts')],
  });
  const braces = {
    begin: '(\\{)',
    beginCaptures: captures('punctuation.definition.block.ts'),
    end: `(\\})|${stop}`,
    endCaptures: captures('punctuation.definition.block.ts'),
    patterns: include('typescript'),
  };
  return {
    namespace: {
      ...braces,
      name: 'meta.embedded.block.typescript source.ts',
      begin: '(?<![\\w.])(namespace)[ \\t]+([A-Za-z_$][\\w.$]*)[ \\t]*(\\{)',
      beginCaptures: captures(
        'storage.type.namespace.ts',
        'entity.name.type.module.ts',
        'punctuation.definition.block.ts',
      ),
      // In Harmony, the namespace ends with `} // namespace functions`.
      end: `(\\})(?:[ \\t]*(//[^<\\n]*))?|${stop}`,
      endCaptures: captures('punctuation.definition.block.ts', 'comment.line.double-slash.ts'),
    },
    'typescript-braces': braces,
    typescript: {
      patterns: [
        ...include('in-body', 'typescript-braces'),
        {
          name: 'comment.line.double-slash.ts',
          begin: '(//)',
          beginCaptures: captures('punctuation.definition.comment.ts'),
          end: `$|${stop}`,
          patterns: include('in-body'),
        },
        {
          name: 'comment.block.ts',
          begin: '(/\\*)',
          beginCaptures: captures('punctuation.definition.comment.ts'),
          end: `(\\*/)|${stop}`,
          endCaptures: captures('punctuation.definition.comment.ts'),
          patterns: include('in-body'),
        },
        string('"', 'double', '$|'),
        string("'", 'single', '$|'),
        string('`', 'template', ''),
        match(
          '(?<![\\w$.])(type|interface|enum)[ \\t]+([A-Za-z_$][\\w$]*)',
          undefined,
          'storage.type.ts',
          'entity.name.type.alias.ts',
        ),
        match(
          '(?<![\\w$.])([A-Za-z_$](?>[\\w$]*))(\\??)(?=\\s{0,20}:)',
          undefined,
          'variable.object.property.ts',
          'keyword.operator.optional.ts',
        ),
        match(
          '(?<![\\w$.])(?:any|unknown|never|void|object|string|number|boolean|bigint|symbol|undefined)(?![\\w$])',
          'support.type.primitive.ts',
        ),
        match('(?<![\\w$.])(?:null|true|false)(?![\\w$])', 'constant.language.ts'),
        match(
          '(?<![\\w$.])(?:type|interface|enum|export|declare|namespace|extends|keyof|typeof|readonly|in)(?![\\w$])',
          'storage.modifier.ts',
        ),
        match('(?<![\\w$.])(?:Array|Record|Partial|Readonly|Map|Set|Date)(?![\\w$])', 'support.class.builtin.ts'),
        match('(?<![\\w$.])-?\\d+(?:\\.\\d+)?(?![\\w$])', 'constant.numeric.decimal.ts'),
        match('=>', 'storage.type.function.arrow.ts'),
        match('[|&?=]', 'keyword.operator.ts'),
        match('[;,:]', 'punctuation.separator.ts'),
      ],
    },
  };
}
