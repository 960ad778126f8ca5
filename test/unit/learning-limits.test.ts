/**
 * Templates that try to run long, fill the memory or reach foreign objects. Learning ends, and reports the parts of the template that were
 * not learned.
 */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { learnFrames } from '../../server/src/learn/index.ts';
import { dialectId, learnDialect } from '../../server/src/learn/template-dialect.ts';
import { jinjaTemplate } from '../../server/src/templates/jinja-template.ts';
import { setting } from '../support/learn/measure.ts';
import { root } from '../support/root.ts';

const usual = '{% for m in messages %}<|{{ m.role }}|>{{ m.content }}<|end|>{% endfor %}';

/** Templates that fail for every conversation. */
const refused: Readonly<Record<string, string>> = {
  'a loop without an end': '{% for i in range(999999999) %}{{ messages[0].content }}{% endfor %}',
  'loops within loops': `{% for a in range(9999) %}{% for b in range(9999) %}{% for c in range(9999) %}x{% endfor %}{% endfor %}{% endfor %}${usual}`,
  'a text that doubles': `{% set n = namespace(t='ab') %}{% for i in range(60) %}{% set n.t = n.t + n.t %}{% endfor %}{{ n.t }}${usual}`,
  'a macro that calls itself': `{% macro f(x) %}{{ f(x + 1) }}{% endmacro %}{{ f(0) }}${usual}`,
  'an attribute of Python': `{{ ''.__class__.__mro__[1].__subclasses__() }}${usual}`,
  'a list that grows within itself': `{% set l = [] %}{% for i in range(100000) %}{% set l = [l, l] %}{% endfor %}{{ l }}{{ l | tojson }}${usual}{{ undefined_function() }}`,
  'another text each time': `{{ range(1000000) | random }}${usual}`,
};

/** Templates that succeed and do no harm. */
const harmless: Readonly<Record<string, string>> = {
  'names of prototypes': `{{ messages.constructor }}{{ messages.__proto__ }}{{ messages[0].hasOwnProperty }}${usual}`,
  'keys of prototypes': `{% set d = {'__proto__': 1, 'constructor': 2} %}{{ d['__proto__'] if false }}${usual}`,
};

suite('hostile templates', () => {
  for (const [what, source] of Object.entries(refused))
    test(what, () => {
      let count = 0;
      const template = jinjaTemplate('t', source);
      const counting: typeof template = {
        ...template,
        render: (...given) => {
          count++;
          return template.render(...given);
        },
      };
      assert.deepEqual(learnFrames(counting, setting).uncertain, ['the template rejects all test conversations']);
      assert.ok(count < 60, `${count} conversations were tried`);
      assert.ok('reason' in learnDialect(template, dialectId(template)));
    });
  for (const [what, source] of Object.entries(harmless))
    test(what, () => {
      const template = jinjaTemplate('t', source);
      const learned = learnDialect(template, dialectId(template));
      assert.ok('facts' in learned && learned.facts.openers.some(({ role }) => role === 'user'));
      assert.equal((Object.prototype as unknown as Record<string, unknown>)['polluted'], undefined);
    });
});

test('the server learns in a thread: nothing on its main thread imports what learns, not even when it is asked to', () => {
  const folder = join(root, 'server/src/lsp');
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'));
  const importing = files.filter((name) => {
    const code = readFileSync(join(folder, name), 'utf8').replace(/^import type .*$/gm, '');
    const imports = code.match(/^import [^;]*;|import\([^)]*\)/gm) ?? [];
    // The allowed import renders a few prompts to find the input forms that a project's template accepts.
    return imports.some(
      (one) => /\/learn\//.test(one) && !/import \{ chooseForms, modelText, UnfitRequest \}/.test(one),
    );
  });
  assert.deepEqual(
    importing.filter((name) => !name.endsWith('worker.ts')),
    [],
  );
});
