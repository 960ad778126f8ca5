/**
 * Signals that a transcript has come to the front. The server decides which documents are transcripts, since JSON is recognized by its
 * content.
 */
import { EventEmitter, type TextDocument } from 'vscode';

export const transcriptInFront = new EventEmitter<TextDocument>();
