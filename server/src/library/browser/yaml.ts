/** Enables YAML in a page, for all but the smallest part of the library. */
import * as yaml from 'yaml';
import { provideYaml } from './yaml-package.ts';

export const useYaml = (): void => provideYaml(yaml);
