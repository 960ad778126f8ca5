// Compares texts, pages and comments with the patterns of docs/style.md.
import { exceptions } from './exceptions.mjs';
import { codeFiles, lineAt, pages, productTexts, readFile } from './list.mjs';
import { literalsOf } from './literals.mjs';
import { MAX_SENTENCE_WORDS, patterns } from './patterns.mjs';

/** Pages that describe the code. Their sentences often refer to parameters and return values, so they are checked like comments. */
const aboutCode = new Set(['ARCHITECTURE.md', 'CONTRIBUTING.md']);

/** Returns all findings as `{ file, line, name, write, text }`, and the exceptions that are no longer needed. */
export function findings() {
  const usedExceptions = new Set();
  const all = [...ofTexts(), ...ofPages(), ...ofComments()].filter(({ name, text }) => {
    const exception = exceptions.find((one) => one.pattern === name && text.includes(one.text));
    if (exception !== undefined) usedExceptions.add(exception);
    return exception === undefined;
  });
  return { found: all, unused: exceptions.filter((one) => !usedExceptions.has(one)) };
}

export function matches(text, kind) {
  return patterns.filter((one) => one.in.includes(kind) && one.pattern.test(text));
}

function ofTexts() {
  return productTexts().flatMap(({ file, line, text }) => {
    // Quoted errors and code are not checked. In all other texts, an expression counts as one word.
    if (/Error: |^[\w ]+(?: \w+){12}$|\\[sn]/.test(text) && !/[.;:]/.test(text.replace(/Error: /, ''))) return [];
    const prose = text.replace(/\{[^{}]*(?:\{[^{}]*\}[^{}]*)*\}/g, 'X').replace(/`[^`]*`/g, '`x`');
    const long = prose.split(/(?<=[.!?])\s+|\n+/).find((sentence) => sentence.split(/\s+/).length > MAX_SENTENCE_WORDS);
    return [
      ...matches(prose, 'texts').map(({ name, write }) => ({ file, line, name, write, text })),
      ...(long === undefined
        ? []
        : [{ file, line, name: 'long sentence', write: `at most ${MAX_SENTENCE_WORDS} words`, text }]),
    ];
  });
}

function ofPages() {
  return pages()
    .filter((file) => file !== 'docs/style.md')
    .flatMap((file) => {
      let fenced = false;
      return readFile(file)
        .split('\n')
        .flatMap((text, i) => {
          if (/^\s*(?:```|~~~)/.test(text)) fenced = !fenced;
          if (fenced) return [];
          const prose = text.replace(/`[^`]*`/g, '`x`').replace(/“[^”]*”/g, '“x”');
          return matches(prose, aboutCode.has(file) ? 'comments' : 'pages').map(({ name, write }) => ({
            file,
            line: i + 1,
            name,
            write,
            text,
          }));
        });
    });
}

function ofComments() {
  return codeFiles().flatMap((file) => {
    const source = readFile(file);
    return literalsOf(source).comments.flatMap(({ text, offset }) => {
      const prose = text
        .replace(/^\/\*\*?|\*\/$|^\/\/|\n\s*\*(?!\/)/g, ' ')
        .replace(/\s+/g, ' ')
        .replace(/`[^`]*`/g, '`x`')
        .trim();
      return matches(prose, 'comments').map(({ name, write }) => ({
        ...{ file, line: lineAt(source, offset), name, write, text: prose },
      }));
    });
  });
}
