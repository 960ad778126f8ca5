/** Formats in which programs save conversations, whose names for fields and roles differ from those of chat APIs. */

/** The types of LangChain's messages, with the role of each (https://python.langchain.com/api_reference/core/messages.html). */
export const libraryRoles: Readonly<Record<string, string>> = {
  human: 'user',
  HumanMessageChunk: 'user',
  ai: 'assistant',
  AIMessageChunk: 'assistant',
  system: 'system',
  tool: 'tool',
  function: 'function',
};

/** Fields with the metadata of a LangChain message; and fields with the server's response, which are often empty. */
export const libraryMembers: readonly string[] = ['type', 'example', 'response_metadata', 'usage_metadata'];
export const libraryExtras: readonly string[] = ['additional_kwargs', 'invalid_tool_calls'];

/** The field that identifies messages of a tau2 run (https://github.com/sierra-research/tau2-bench). */
export const simulationMember = 'turn_idx';

/** The speakers in Cohere's requests and data sets (https://docs.cohere.com/v1/reference/chat). */
export const speakerRoles: Readonly<Record<string, string>> = {
  SYSTEM: 'system',
  USER: 'user',
  CHATBOT: 'assistant',
  System: 'system',
  User: 'user',
  Chatbot: 'assistant',
};

/** Fields that contain the list of messages in these formats. */
export const savedLists: readonly string[] = ['messages', 'chat_history', 'history', 'conversation', 'conversations'];

/**
 * Pairs of fields with two answers to the same question; the first one is shown as the answer. They are from HelpSteer3, PKU's
 * SafeRLHF, AlpacaFarm, SHP, and tables of arenas (https://huggingface.co/datasets/nvidia/HelpSteer3).
 */
export const comparedAnswers: readonly (readonly [first: string, second: string])[] = [
  ['response1', 'response2'],
  ['response_1', 'response_2'],
  ['response_0', 'response_1'],
  ['response_a', 'response_b'],
  ['output_1', 'output_2'],
  ['answer_1', 'answer_2'],
  ['human_ref_A', 'human_ref_B'],
];

/** Fields with the prompt that both answers reply to, as a string or as messages. */
export const comparedPrompts: readonly string[] = ['context', 'prompt', 'question', 'instruction', 'input', 'history'];

/** Pairs of fields with two whole conversations (https://huggingface.co/datasets/lmsys/chatbot_arena_conversations). */
export const comparedConversations: readonly (readonly [first: string, second: string])[] = [
  ['conversation_a', 'conversation_b'],
];

/** Fields of a test question. Its answer is one of several choices, or is graded by a program. */
export const choiceMembers: readonly string[] = ['choices', 'options', 'endings', 'answerKey'];

/** In an export of ChatGPT, the field with the tree of a conversation, and the field with the id of its last message. */
export const exportTree = 'mapping';
export const exportEnd = 'current_node';

/** The parts of messages in an export from ChatGPT that are not plain strings, with the corresponding types in chat APIs. */
export const exportParts: Readonly<Record<string, string>> = {
  image_asset_pointer: 'image',
  audio_transcription: 'text',
  audio_asset_pointer: 'audio',
};

/** The roles in an export of ChatGPT. */
export const exportRoles: readonly string[] = ['system', 'user', 'assistant', 'tool'];

/** In a sample of Inspect, the field that stores long texts and images, and the prefix of references to them. */
export const attachedMember = 'attachments';
/** Fields that every sample of Inspect has. */
export const sampleMembers: readonly string[] = ['epoch', 'input', 'messages'];
export const attachedPrefix = 'attachment://';
