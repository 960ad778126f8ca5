/** Whether text outside messages may be a call, or the rest of one, so that removing it would lose the call. */
export function mayBeCall(text: string): boolean {
  return /\bto=|^\s*[{[]|<\|call\|>|<tool_call>|<function=/.test(text);
}

/** Whether text begins with a thought or a call in the syntax of ChatML models, without the message around it. */
export function beginsWithTag(text: string): boolean {
  return /^\s*<(?:think|tool_call)>/.test(text);
}
