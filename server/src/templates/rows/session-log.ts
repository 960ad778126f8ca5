/** The message if a row is expected, but the document is the log of an agent's session. */
export const sessionIsNoRow =
  "This is the log of an agent's session, not a row to train on. Convert it to messages first: “OpenChatML: Convert To…” in VS Code, or `ocml convert --to messages`.";
