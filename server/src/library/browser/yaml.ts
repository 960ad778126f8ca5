/** Enables YAML in a page, for all parts of the library except `openchatml/parse`, the smallest one. */
import * as yaml from 'yaml';
import { provideYaml } from './yaml-package.ts';

export const useYaml = (): void => provideYaml(yaml);
