/**
 * Converts code to HTML, with spans for comments, strings, numbers, keywords and names. Only syntax that most languages share is
 * recognized, which is enough to make an answer readable. Any text is converted in a single pass.
 */
import { escapeHtml } from './plain.ts';

/**
 * The kinds of tokens. The group that matches a token usually has the name of its kind. Exceptions: a `word` may be a keyword, a name or a
 * type, and a `template` is a string.
 */
type Kind = 'comment' | 'string' | 'number' | 'keyword' | 'name' | 'type' | 'variable' | 'meta' | 'added' | 'removed';

interface Language {
  readonly names: readonly string[];
  /**
   * Matches the tokens of the language. Each kind of token is a named group, in order of precedence. Every group matches in linear time.
   */
  readonly tokens: RegExp;
  readonly keywords: ReadonlySet<string>;
  /** Whether keywords are case-insensitive. */
  readonly anyCase?: true;
}

const words = (text: string): ReadonlySet<string> => new Set(text.split(' '));
const tokens = (...groups: string[]) => new RegExp(groups.join('|'), 'gm');

const slashes = String.raw`(?<comment>\/\/.*|\/\*[^]*?(?:\*\/|(?![^])))`;
const hash = String.raw`(?<comment>(?<![^\s;])#.*)`;
const quoted = String.raw`(?<string>"(?:[^"\\\n]|\\.)*"?|'(?:[^'\\\n]|\\.)*'?)`;
const number = String.raw`(?<number>(?<![\w$])(?:0[xX][\da-fA-F_]+|\d[\d_]*(?:\.\d+)?(?:[eE][+-]?\d+)?))`;
const word = String.raw`(?<word>[\p{L}_$][\p{L}\p{N}_$]*)`;
const templates = '(?<template>`(?:[^`\\\\]|\\\\.)*`?)';

/** Returns a pattern with the `u` flag, which classes such as `\p{L}` need. */
const letters = (pattern: RegExp) => new RegExp(pattern.source, `${pattern.flags}u`);

const script = words(
  'abstract any as async await boolean break case catch class const continue debugger declare default delete do else enum export extends false finally for from function get if implements import in instanceof interface keyof let namespace never new null number object of private protected public readonly return set static string super switch this throw true try type typeof undefined unknown var void while yield',
);
const braces = words(
  'abstract as auto bool boolean break byte case catch chan char class const constexpr continue crate default defer delegate delete do double dyn else enum event explicit export extends extern false final finally float fn for foreach func go goto if impl implements import in inline int interface internal is let lock long loop map match mod module move mut namespace new nil null nullptr object operator out override package params private protected pub public range readonly ref return sealed select self short signed sizeof static static_cast string struct super switch template this throw throws trait true try type typedef typename uint union unsafe unsigned use using var virtual void volatile where while yield',
);
const python = words(
  'False None True and as assert async await break case class continue def del elif else except finally for from global if import in is lambda match nonlocal not or pass raise return self try while with yield',
);
const shell = words(
  'case cd do done echo elif else esac exit export fi for function if in local param return select set shift source then trap unset until while FROM RUN CMD LABEL EXPOSE ENV ADD COPY ENTRYPOINT VOLUME USER WORKDIR ARG',
);
const ruby = words(
  'alias and begin break case class def do else elsif end ensure false for if in module next nil not or raise redo require rescue retry return self super then true unless until when while yield',
);
const sql = words(
  'add all alter and as asc begin between by case check column commit constraint create cross default delete desc distinct drop else end exists foreign from full group having if in index inner insert into is join key left like limit not null offset on or order outer primary references right rollback select set table then union unique update values view when where with',
);

const languages: readonly Language[] = [
  {
    names: ['js', 'javascript', 'jsx', 'mjs', 'cjs', 'node', 'ts', 'typescript', 'tsx', 'mts', 'cts'],
    tokens: letters(tokens(slashes, quoted, templates, number, word)),
    keywords: script,
  },
  {
    names: [
      'c',
      'h',
      'cpp',
      'c++',
      'cc',
      'hpp',
      'cs',
      'csharp',
      'c#',
      'java',
      'kotlin',
      'go',
      'golang',
      'rust',
      'rs',
      'swift',
    ],
    tokens: letters(tokens(slashes, String.raw`(?<meta>^[ \t]*#[ \t]*\w+)`, quoted, templates, number, word)),
    keywords: braces,
  },
  {
    names: ['py', 'python', 'python3'],
    tokens: letters(
      tokens(
        String.raw`(?<template>"""[^]*?(?:"""|(?![^]))|'''[^]*?(?:'''|(?![^])))`,
        hash,
        quoted,
        String.raw`(?<meta>@[\w.]+)`,
        number,
        word,
      ),
    ),
    keywords: python,
  },
  {
    names: ['sh', 'bash', 'shell', 'zsh', 'console', 'shellscript', 'powershell', 'ps1', 'dockerfile', 'docker'],
    tokens: letters(tokens(hash, quoted, String.raw`(?<variable>\$\w+|\$\{\w+|(?<!\S)--?[\w-]+)`, number, word)),
    keywords: shell,
  },
  {
    names: ['ruby', 'rb'],
    tokens: letters(tokens(hash, quoted, String.raw`(?<variable>[@:]\w+)`, number, word)),
    keywords: ruby,
  },
  {
    names: ['sql'],
    tokens: letters(tokens(String.raw`(?<comment>--.*|\/\*[^]*?(?:\*\/|(?![^])))`, quoted, number, word)),
    keywords: sql,
    anyCase: true,
  },
  {
    names: ['json', 'jsonc', 'jsonl'],
    tokens: letters(
      tokens(slashes, String.raw`(?<variable>"(?:[^"\\\n]|\\.)*"(?=[ \t]{0,20}:))`, quoted, number, word),
    ),
    keywords: words('true false null'),
  },
  {
    names: ['yaml', 'yml', 'ini', 'toml'],
    tokens: letters(
      tokens(
        String.raw`(?<comment>(?<!\S)#.*|^;.*)`,
        String.raw`(?<name>^\[[^\]\n]*\])`,
        String.raw`(?<variable>^[ \t]*(?:- +)*[\w."'][\w."'-]*(?=[ \t]{0,20}[:=]))`,
        quoted,
        number,
        word,
      ),
    ),
    keywords: words('true false null yes no on off'),
  },
  {
    names: ['html', 'htm', 'xml', 'svg'],
    tokens: letters(
      tokens(
        String.raw`(?<comment><!--[^]*?(?:-->|(?![^])))`,
        String.raw`(?<meta><[!?][^>\n]*>?)`,
        String.raw`(?<keyword><\/?[\w:-]+|\/?>)`,
        String.raw`(?<variable>(?<![\w:-])[\w:-]+(?==["']))`,
        String.raw`(?<string>(?<==)(?:"[^"\n]*"?|'[^'\n]*'?))`,
      ),
    ),
    keywords: words(''),
  },
  {
    names: ['css', 'scss', 'less'],
    tokens: letters(
      tokens(
        slashes.replace(String.raw`\/\/.*|`, ''),
        String.raw`(?<meta>@[\w-]+)`,
        String.raw`(?<variable>(?<=[{;\s])[\w-]+(?=[ \t]{0,20}:))`,
        String.raw`(?<name>[.#][\w-]+)`,
        quoted,
        String.raw`(?<number>-?\d+(?:\.\d+)?[\w%]*)`,
      ),
    ),
    keywords: words(''),
  },
  {
    names: ['diff', 'patch'],
    tokens: tokens(
      String.raw`(?<meta>^(?:@@.*|diff .*|index .*|\+\+\+ .*|--- .*))`,
      String.raw`(?<added>^\+.*)`,
      String.raw`(?<removed>^-.*)`,
    ),
    keywords: words(''),
  },
];

const byName = new Map(languages.flatMap((language) => language.names.map((name) => [name, language] as const)));

/** Returns code as HTML, in the syntax that `safe-html.ts` accepts; undefined for an unknown language. */
export function codeHtml(code: string, name: string): string | undefined {
  const language = byName.get(name.toLowerCase());
  if (language === undefined) return undefined;
  let html = '';
  let at = 0;
  for (const { 0: token, index, groups = {} } of code.matchAll(language.tokens)) {
    const kind = kindOf(token, groups, code[index + token.length], language);
    if (kind === undefined) continue;
    html += `${escapeHtml(code.slice(at, index))}<span class="code-${kind}">${escapeHtml(token)}</span>`;
    at = index + token.length;
  }
  return html + escapeHtml(code.slice(at));
}

function kindOf(
  token: string,
  groups: Readonly<Record<string, string | undefined>>,
  next: string | undefined,
  { keywords, anyCase }: Language,
): Kind | undefined {
  if (groups.word !== undefined) {
    if (keywords.has(anyCase ? token.toLowerCase() : token)) return 'keyword';
    if (next === '(') return 'name';
    return /^[A-Z]\w*[a-z]/.test(token) ? 'type' : undefined;
  }
  for (const [name, text] of Object.entries(groups)) {
    if (text !== undefined) return name === 'template' ? 'string' : (name as Kind);
  }
  return undefined;
}
