/** Whether the Python at hand can render templates: why a test of it is skipped, or false. */
import { spawnSync } from 'node:child_process';

export const noPython: string | false =
  spawnSync('python3', ['-c', 'import jinja2']).status === 0 ? false : 'there is no python3 with jinja2';

/** The same for masks of `transformers`. */
export const noTransformers: string | false =
  spawnSync('python3', ['-c', 'import transformers']).status === 0 ? false : 'there is no python3 with transformers';
