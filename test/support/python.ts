/** The reason to skip tests that render with the local Python, or false if it can render templates. */
import { spawnSync } from 'node:child_process';

export const noPython: string | false =
  spawnSync('python3', ['-c', 'import jinja2']).status === 0 ? false : 'there is no python3 with jinja2';

/** The reason to skip tests of masks that are computed with the local `transformers`, or false if it is installed. */
export const noTransformers: string | false =
  spawnSync('python3', ['-c', 'import transformers']).status === 0 ? false : 'there is no python3 with transformers';
