// Finds the string literals and comments in TypeScript or JavaScript source, with their offsets.

/** Matches code after which a slash begins a regular expression. */
const beforeRegex =
  /(?:^|[=(,:;!&|?{}[\]+\-*%<>~^]|\b(?:return|typeof|case|in|of|do|else|void|delete|throw|await|yield))$/;

/**
 * Returns `{ strings, comments }`. A string is `{ text, offset, before }`. In `text`, an expression of a template string is shown as its
 * source in braces. Strings that are joined by `+` become one string. `before`: the code before the string, from which its property can be
 * determined.
 */
export function literalsOf(source) {
  const strings = [];
  const comments = [];
  readCode(source, 0, false, strings, comments);
  return { strings: strings.sort((a, b) => a.offset - b.offset), comments };
}

/** Reads code from `at` to its end or, inside a template string, to the closing brace. Returns the offset at which it has stopped. */
function readCode(source, at, inTemplate, strings, comments) {
  let depth = 0;
  // The last characters of the code so far, without comments and without most white space.
  let significant = '';
  let i = at;
  while (i < source.length) {
    const two = source.slice(i, i + 2);
    const character = source[i];
    if (two === '//' || two === '/*') {
      const end = two === '//' ? lineEnd(source, i) : blockEnd(source, i);
      comments.push({ text: source.slice(i, end), offset: i });
      i = end;
    } else if (character === "'" || character === '"') {
      const end = quotedEnd(source, i);
      add(strings, { text: unescaped(source.slice(i + 1, end - 1)), offset: i, before: significant });
      significant = `${significant}''`.slice(-80);
      i = end;
    } else if (character === '`') {
      const string = { text: '', offset: i, before: significant };
      i = readTemplate(source, i + 1, string, strings, comments);
      add(strings, string);
      significant = `${significant}''`.slice(-80);
    } else if (character === '/' && beforeRegex.test(significant)) {
      i = regexEnd(source, i);
      significant = `${significant}''`.slice(-80);
    } else {
      if (character === '{') depth++;
      if (character === '}') {
        if (depth === 0 && inTemplate) return i;
        depth--;
      }
      if (/\s/.test(character)) {
        // Keep one space between two words.
        if (/\w$/.test(significant) && /\w/.test(source[i + 1] ?? '')) significant += ' ';
      } else significant = `${significant}${character}`.slice(-80);
      i++;
    }
  }
  return i;
}

/** Adds a string to the list. If a `+` joins it to the previous string, appends it to that string instead. */
function add(strings, string) {
  if (string.before.endsWith("''+")) {
    const last = strings.findLast(({ offset }) => offset < string.offset);
    if (last !== undefined) {
      last.text += string.text;
      return;
    }
  }
  strings.push(string);
}

function readTemplate(source, at, string, strings, comments) {
  let i = at;
  while (i < source.length && source[i] !== '`') {
    if (source[i] === '\\') {
      string.text += unescaped(source.slice(i, i + 2));
      i += 2;
    } else if (source.startsWith('${', i)) {
      const end = readCode(source, i + 2, true, strings, comments);
      string.text += `{${source.slice(i + 2, end).replace(/\s+/g, ' ')}}`;
      i = end + 1;
    } else string.text += source[i++];
  }
  return i + 1;
}

const lineEnd = (source, at) => {
  const end = source.indexOf('\n', at);
  return end < 0 ? source.length : end;
};

const blockEnd = (source, at) => {
  const end = source.indexOf('*/', at + 2);
  return end < 0 ? source.length : end + 2;
};

function quotedEnd(source, at) {
  let i = at + 1;
  while (i < source.length && source[i] !== source[at]) i += source[i] === '\\' ? 2 : 1;
  return i + 1;
}

function regexEnd(source, at) {
  let inClass = false;
  let i = at + 1;
  while (i < source.length && (source[i] !== '/' || inClass) && source[i] !== '\n') {
    if (source[i] === '[') inClass = true;
    if (source[i] === ']') inClass = false;
    i += source[i] === '\\' ? 2 : 1;
  }
  return i + 1;
}

const unescaped = (text) => text.replace(/\\([\s\S])/g, (_, one) => ({ n: '\n', t: '\t' })[one] ?? one);
