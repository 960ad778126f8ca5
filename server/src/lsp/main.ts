import { createConnection, TextDocumentSyncKind } from 'vscode-languageserver/node';

const connection = createConnection();
connection.onInitialize(() => ({ capabilities: { textDocumentSync: TextDocumentSyncKind.Incremental } }));
connection.listen();
