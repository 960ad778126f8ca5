/** A transcript has come to the front, as the server sees it: JSON is one by its content, of which its name says nothing. */
import { EventEmitter, type TextDocument } from 'vscode';

export const transcriptInFront = new EventEmitter<TextDocument>();
