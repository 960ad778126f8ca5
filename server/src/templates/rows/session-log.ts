/** The message for a document that should be a row, but is the log of an agent's session. */
export const sessionIsNoRow =
  "This is the log of an agent's session, not a row to train on. Convert it to messages first: “OpenChatML: Convert To…” in VS Code, or `ocml convert --to messages`.";
