/** The names of dialects. */
import { allDialects } from '../grammar/index.ts';
import { modelDialectNames } from '../grammar/model-names.ts';

/** The dialects that `open` accepts: those of transcripts and of JSON, and the text formats of models by name. */
export const dialects: readonly string[] = [...allDialects, ...modelDialectNames];
