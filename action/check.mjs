// The step that the GitHub Action (action.yml) runs: it writes annotations to standard output, SARIF to a file, and a summary of the job.
import { spawnSync } from 'node:child_process';
import { appendFileSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const { env } = process;
const linesOf = (text = '') => text.split('\n').flatMap((line) => line.trim() || []);
const files = linesOf(env.OCML_FILES);
const [program, ...start] = env.OCML_COMMAND?.trim()
  ? env.OCML_COMMAND.trim().split(/\s+/)
  : ['node', join(env.RUNNER_TEMP, 'openchatml/node_modules/openchatml/bin/ocml.js')];

/**
 * Runs `ocml`. Its errors are always shown. With `isShown`, its output is shown, too; otherwise, the output is returned with the exit code.
 */
function ocml(args, isShown) {
  const stdio = ['ignore', isShown ? 'inherit' : 'pipe', 'inherit'];
  const { status, stdout, error } = spawnSync(program, [...start, ...args], {
    stdio,
    encoding: 'utf8',
    maxBuffer: 2 ** 30,
  });
  if (error) throw error;
  return { code: status ?? 2, output: stdout };
}

const counts = join(mkdtempSync(join(env.RUNNER_TEMP, 'ocml-')), 'counts.json');
const options = [
  ...(env.OCML_TRAINING === 'true' ? ['--training'] : []),
  ...(env.OCML_PROFILE ? [`--profile=${env.OCML_PROFILE}`] : []),
];
const limits = env.OCML_MAX_WARNINGS ? [`--max-warnings=${env.OCML_MAX_WARNINGS}`] : [];

const { code } = ocml(['check', '--format=github', `--counts=${counts}`, ...options, ...limits, '--', ...files], true);
if (env.OCML_SARIF && code !== 2) {
  const { output } = ocml(['check', '--exit-zero', '--format=sarif', ...options, '--', ...files]);
  writeFileSync(env.OCML_SARIF, output);
  appendFileSync(env.GITHUB_OUTPUT, `sarif=${env.OCML_SARIF}\n`);
}
if (env.GITHUB_STEP_SUMMARY && code !== 2) appendFileSync(env.GITHUB_STEP_SUMMARY, summary());
process.exitCode = code;

/** Returns the summary in Markdown: the problems by code, and a report on the data sets. */
function summary() {
  const { findings } = JSON.parse(readFileSync(counts, 'utf8'));
  const rows = Object.entries(findings).flatMap(([code, { lines: _first, ...levels }]) =>
    Object.entries(levels).map(([severity, count]) => `| \`${code}\` | ${severity} | ${count} |\n`),
  );
  const table =
    rows.length > 0 ? `| code | severity | problems |\n| --- | --- | ---: |\n${rows.join('')}` : 'No problems.\n';
  const data = linesOf(env.OCML_REPORT);
  const report = data.length > 0 ? ocml(['report', '--format=markdown', '--', ...data]).output : '';
  return `## Transcripts\n\n${table}\n${report}\n`;
}
