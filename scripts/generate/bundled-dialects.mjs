// Learns the dialects of the bundled chat templates in advance, so that users need not wait until they are learned. They are stored in
// `server/src/documents/bundled-dialects.json`.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import * as esbuild from 'esbuild';
import { ofServer } from '../of-server.mjs';
import { out, root } from '../paths.mjs';

const contents = [
  "export { modelForms, readOnlyForms } from './grammar/model-forms.ts';",
  "export { readingTemplate } from './templates/models/index.ts';",
  "export { learnDialect } from './learn/template-dialect.ts';",
  "export { resuming } from './learn/resuming.ts';",
].join('\n');

/** Returns the learned dialects by the names of their model formats. */
export async function bundledDialects() {
  const outfile = join(out, `generate/learn-${process.pid}.mjs`);
  await esbuild.build({
    absWorkingDir: root,
    stdin: { contents, resolveDir: join(root, 'server/src'), loader: 'ts' },
    outfile,
    bundle: true,
    format: 'esm',
    platform: 'node',
    logLevel: 'warning',
    plugins: [ofServer()],
  });
  const { modelForms, readOnlyForms, readingTemplate, learnDialect, resuming } = await import(
    pathToFileURL(outfile).href
  );
  const learned = [...modelForms, ...readOnlyForms].map(({ name, title, openEnds = [], resumes = [] }) => {
    const dialect = learnDialect(readingTemplate(name), `template:${name}`);
    if ('reason' in dialect) throw new Error(`${name}: ${dialect.reason}`);
    const { facts } = dialect;
    return [name, resuming(resumes, { ...facts, name: title, openEnds: [...facts.openEnds, ...openEnds] })];
  });
  return Object.fromEntries(learned);
}
