/** Signals that a transcript has come to the front, as judged by the server: JSON is recognized by its content, not its name. */
import { EventEmitter, type TextDocument } from 'vscode';

export const transcriptInFront = new EventEmitter<TextDocument>();
