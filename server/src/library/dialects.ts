/** The names of dialects. */
import { allDialects } from '../grammar/index.ts';
import { modelDialectNames } from '../grammar/model-names.ts';

/** The names of the dialects that `open` accepts: dialects of transcripts, dialects of JSON, and the text formats of models. */
export const dialects: readonly string[] = [...allDialects, ...modelDialectNames];
