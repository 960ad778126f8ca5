/**
 * The published templates that TRL 1.13.0 recognizes, by the first digits of their SHA-256. If `assistant_only_loss` is
 * set, TRL replaces them with its own training versions, which contain `{% generation %}`. It rejects other templates
 * without that tag, even if they differ from a published one in a single byte.
 */
import { sha256 } from './sha256.ts';

const names: ReadonlyMap<string, string> = new Map([
  ['90c33aee14aa2a22', 'cohere'],
  ['2147c474f41b522b', 'cohere2'],
  ['56a1447ad31926fd', 'deepseek_r1_distill'],
  ['563b1ce7d61d50a9', 'deepseekv3'],
  ['9aeb7eac68ad87bb', 'diffusion_gemma'],
  ['ecd6ae513fe103f0', 'gemma'],
  ['7de1c58e208eda46', 'gemma3'],
  ['44f815868bf02fa4', 'glm4moe'],
  ['a4c9919cbbd4acdd', 'gptoss'],
  ['0d7e56ca41705b79', 'idefics3'],
  ['cef187400d62a595', 'lfm2'],
  ['ba03a121d097859c', 'llama3'],
  ['2c17243a977fd064', 'llava_next'],
  ['cfc67e5f349f3769', 'muse_glimmer'],
  ['58933db77d3099b4', 'nemotron_3_5_lightning'],
  ['ab7813c3abdd9cb6', 'nemotron_3_nano'],
  ['575fb74f54ed264d', 'nemotron_3_super'],
  ['82753bef5cedc493', 'nemotron_3_ultra'],
  ['dcaee66df77bfbb7', 'phi3'],
  ['78d976a442bcde2f', 'phi3_5'],
  ['cd8e9439f0570856', 'qwen2_5'],
  ['a0bc6f6fc7a29a80', 'qwen2_5_vl'],
  ['a55ee1b1660128b7', 'qwen3'],
  ['273d8e0e683b8850', 'qwen3_5_nothink'],
  ['a4aee8afcf2e0711', 'qwen3_5_think'],
  ['e84f32a23fdda276', 'qwen3_6'],
  ['c3cf9e34abf4f9e3', 'qwen3_8'],
  ['64f85b198065d0fb', 'qwen3_instruct_2507'],
  ['3636d0f0bd6bef02', 'qwen3_vl'],
]);

/** Returns TRL's name for a template that it replaces; undefined for any other template. */
export const knownTemplateName = (text: string): string | undefined => names.get(sha256(text).slice(0, 16));
