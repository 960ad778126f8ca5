/** Enables YAML in a page. All parts of the library use this file except `openchatml/parse`, the smallest one. */
import * as yaml from 'yaml';
import { provideYaml } from './yaml-package.ts';

export const useYaml = (): void => provideYaml(yaml);
