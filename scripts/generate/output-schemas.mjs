// Generates JSON Schemas of the JSON output of commands from its TypeScript types. This is a separate script, since the compiler takes some
// seconds.
//   node scripts/generate/output-schemas.mjs
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createGenerator } from 'ts-json-schema-generator';
import { root } from '../paths.mjs';

const source = join(root, 'server/src/cli/printed-json.ts');

/** The type of each output in the source, by the name of the schema. */
export const outputTypes = {
  check: 'CheckOutput',
  'check-line': 'CheckLine',
  counts: 'CountsFile',
  explain: 'ExplainOutput',
  inspect: 'InspectOutput',
  report: 'ReportOutput',
  mask: 'MaskOutput',
  'mask-line': 'MaskLine',
  'convert-report': 'ConvertReport',
  spans: 'RenderSpans',
  sessions: 'SessionsOutput',
  tokens: 'TokensOutput',
  rules: 'RulesOutput',
  'file-entry': 'FileEntry',
};

/** Returns the schemas by name. They allow additional fields, since later versions may add some. */
export function outputSchemas() {
  const generator = createGenerator({
    path: source,
    tsconfig: join(root, 'server/tsconfig.json'),
    skipTypeCheck: true,
    additionalProperties: true,
    expose: 'none',
    topRef: false,
    encodeRefs: true,
    sortProps: true,
  });
  return Object.fromEntries(
    Object.entries(outputTypes).map(([name, type]) => {
      const { $schema, ...schema } = generator.createSchema(type);
      return [name, { $schema, title: `What openchatml prints: ${name}`, ...schema }];
    }),
  );
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const folder = join(root, 'schemas/output');
  mkdirSync(folder, { recursive: true });
  for (const [name, schema] of Object.entries(outputSchemas()))
    writeFileSync(join(folder, `${name}.schema.json`), `${JSON.stringify(schema, null, 2)}\n`);
}
