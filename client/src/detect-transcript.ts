/**
 * Detects transcripts in plain text and logs. The first time such a file is opened, a notification offers to read it as a transcript. It is
 * not shown again; users can still run the command.
 */
import {
  commands,
  Disposable,
  type ExtensionContext,
  l10n,
  languages,
  type TextDocument,
  window,
  workspace,
} from 'vscode';
import { isTextFile, ocml } from './documents.ts';
import { showInformation } from './notifications.ts';

const command = 'ocml.readAsTranscript';
/** The key in the global state under which the offer is recorded. All workspaces share this state. */
const offered = 'ocml.transcriptOffered';
/** The length of the beginning of a file that is examined (UTF-16 units). */
const beginning = 20_000;
/** Matches the first token of a message, followed by a short header. */
const frame = /<\|(?:start|im_start|start_header_id)\|>[\w .:=/-]{1,80}(?:<\||\r?\n)/;

/**
 * Match the beginning of model text in dialects that the server recognizes by their tokens. These patterns are approximate;
 * `server/src/grammar/model-frames.ts` is exact.
 */
const beginnings = [
  /(?:<bos>\s*)?(?:<start_of_turn>|<\|turn>)(?:user|model|system)\r?\n/,
  /<s>\s?\[(?:INST|SYSTEM_PROMPT|AVAILABLE_TOOLS)\]|\[(?:INST|SYSTEM_PROMPT)\](?=[^]*<\/s>)/,
  /(?:<｜begin▁of▁sentence｜>[^]*)?<｜User｜>(?=[^]*<｜Assistant｜>)/,
  /\[gMASK\]\s?<sop>\s*<\|(?:system|user|assistant)\|>/,
  /<\|im_(?:system|user|assistant)\|>\w{1,60}<\|im_middle\|>/,
  /<\|start_of_role\|>\w{1,30}/,
  /(?:<BOS_TOKEN>)?<\|START_OF_TURN_TOKEN\|><\|/,
  /<\|(?:system|user)\|>(?=[^]*<\|end\|>\s*<\|(?:user|assistant)\|>)/,
];
const modelText = new RegExp(`^\\uFEFF?\\s*(?:${beginnings.map(({ source }) => source).join('|')})`);

export const holdsTranscript = (text: string): boolean => frame.test(text) || modelText.test(text);

export function registerOffer({ globalState }: ExtensionContext): Disposable {
  async function look(document: TextDocument | undefined): Promise<void> {
    if (document === undefined || !isTextFile(document) || globalState.get(offered, false)) return;
    if (!holdsTranscript(document.getText().slice(0, beginning))) return;
    await globalState.update(offered, true);
    const read = l10n.t('Read as Transcript');
    const message = l10n.t(
      'This file seems to contain a language model transcript. To read the file as a transcript later, use “OpenChatML: Read as Transcript”. This offer will not be shown again.',
    );
    const chosen = await showInformation(message, read);
    if (chosen === read && !document.isClosed) await languages.setTextDocumentLanguage(document, ocml);
  }

  void look(window.activeTextEditor?.document);
  return Disposable.from(
    commands.registerCommand(command, async () => {
      const document = window.activeTextEditor?.document;
      if (document && document.languageId !== ocml) await languages.setTextDocumentLanguage(document, ocml);
    }),
    window.onDidChangeActiveTextEditor((editor) => void look(editor?.document)),
    workspace.onDidOpenTextDocument((document) => {
      if (document === window.activeTextEditor?.document) void look(document);
    }),
  );
}
