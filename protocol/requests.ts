/**
 * The requests between client and server that the Language Server Protocol lacks. This is the only list of their methods, with the types of
 * params and results. docs/interfaces.md describes them for other clients, and a test compares it with this list.
 */
import type { CheckConfigurationParams, ConfigurationFile, ConfigurationProblem } from './configurations.ts';
import type {
  Beginning,
  Conversion,
  ConversionTarget,
  ConvertParams,
  NewTranscript,
  NewTranscriptParams,
} from './conversions.ts';
import type {
  AboutDataSet,
  DataSetChanged,
  DataSetRows,
  DataSetRowsParams,
  ExportedRows,
  ExportRowsParams,
  FoundRow,
  NextProblemRowParams,
  OpenDataSetParams,
  OpenedDataSet,
  OpenedRow,
  OpenRowParams,
  PlaceOfRowParams,
  RowText,
  RowTextParams,
  SelectedRows,
  SelectRowsParams,
} from './data-sets.ts';
import type { ExplainParams, ExplainParser, ExplainResult } from './explanations.ts';
import type { FollowedText, FollowParams } from './followed-files.ts';
import type { AboutDocument } from './places.ts';
import type {
  ChooseTemplateParams,
  NamedTemplate,
  Prompt,
  PromptParams,
  PythonPrompt,
  PythonPromptParams,
} from './prompts.ts';
import type { ReadAsAnswer, ReadAsParams, Readings, TakenFor } from './readings.ts';
import type { KeptSessions, SessionsParams } from './sessions.ts';
import type { Tokens, TokensParams, TruncateParams, Truncation } from './token-counts.ts';
import type { CallToolParams, ToolOutcome } from './tools.ts';
import type {
  ChooseTrainingParams,
  NamedTrainer,
  NextTrainingFinding,
  NextTrainingFindingParams,
  Training,
  TrainingParams,
} from './trainings.ts';
import type { ExportedView, ExportParams, FindParams, FoundMatches, UserView, UserViewParams } from './views.ts';

/**
 * The requests that the client sends, each with its params and its result. The result may be null if the document is not a transcript, or
 * has changed.
 */
export interface Requests {
  'ocml/userView': [params: UserViewParams, result: UserView | null];
  'ocml/modelView': [params: UserViewParams, result: UserView | null];
  'ocml/findInView': [params: FindParams, result: FoundMatches | null];
  'ocml/export': [params: ExportParams, result: ExportedView | null];
  'ocml/templates': [params: undefined, result: readonly NamedTemplate[]];
  'ocml/prompt': [params: PromptParams, result: Prompt | null];
  'ocml/pythonPrompt': [params: PythonPromptParams, result: PythonPrompt | null];
  'ocml/trainers': [params: undefined, result: readonly NamedTrainer[]];
  'ocml/training': [params: TrainingParams, result: Training | null];
  'ocml/nextTrainingFinding': [params: NextTrainingFindingParams, result: NextTrainingFinding | null];
  'ocml/targets': [params: undefined, result: readonly ConversionTarget[]];
  'ocml/convert': [params: ConvertParams, result: Conversion | null];
  'ocml/beginnings': [params: undefined, result: readonly Beginning[]];
  'ocml/newTranscript': [params: NewTranscriptParams, result: NewTranscript | null];
  'ocml/tokens': [params: TokensParams, result: Tokens | null];
  'ocml/truncate': [params: TruncateParams, result: Truncation | null];
  'ocml/takenFor': [params: AboutDocument, result: TakenFor | null];
  'ocml/readings': [params: undefined, result: Readings];
  'ocml/readAs': [params: ReadAsParams, result: ReadAsAnswer | null];
  'ocml/follow': [params: FollowParams, result: FollowedText | null];
  'ocml/explain': [params: ExplainParams, result: ExplainResult | null];
  'ocml/explainParsers': [params: undefined, result: readonly ExplainParser[]];
  'ocml/sessions': [params: SessionsParams, result: KeptSessions];
  'ocml/callTool': [params: CallToolParams, result: ToolOutcome];
  'ocml/openDataSet': [params: OpenDataSetParams, result: OpenedDataSet];
  'ocml/dataSetRows': [params: DataSetRowsParams, result: DataSetRows | null];
  'ocml/openRow': [params: OpenRowParams, result: OpenedRow | null];
  'ocml/rowText': [params: RowTextParams, result: RowText | null];
  'ocml/selectRows': [params: SelectRowsParams, result: SelectedRows | null];
  'ocml/checkDataSet': [params: AboutDataSet, result: null];
  'ocml/stopDataSetJob': [params: AboutDataSet, result: null];
  'ocml/nextProblemRow': [params: NextProblemRowParams, result: FoundRow | null];
  'ocml/placeOfRow': [params: PlaceOfRowParams, result: FoundRow | null];
  'ocml/exportRows': [params: ExportRowsParams, result: ExportedRows | null];
  'ocml/checkConfiguration': [params: CheckConfigurationParams, result: readonly ConfigurationProblem[]];
}

/** The notifications that the client sends, each with its params. */
export interface Notifications {
  'ocml/chooseTemplate': ChooseTemplateParams;
  'ocml/chooseTraining': ChooseTrainingParams;
  'ocml/unfollow': AboutDocument;
  'ocml/closeDataSet': AboutDataSet;
  'ocml/configurations': readonly ConfigurationFile[];
}

/** The notifications that the server sends, each with its params. */
export interface ServerNotifications {
  'ocml/dataSetChanged': DataSetChanged;
}

export type RequestMethod = keyof Requests;
export type ParamsOf<Method extends RequestMethod> = Requests[Method][0];
export type ResultOf<Method extends RequestMethod> = Requests[Method][1];

/** The params as the server receives them. They may be anything, since any program can be the client. */
export type Received<Params> = Params extends undefined ? undefined : Partial<Params> | null | undefined;
