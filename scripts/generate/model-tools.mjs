// Declares the tools of `ocml mcp` in the manifest, so that models in VS Code can use them.
import { bundled } from '../bundled.mjs';

/** The prefix of the tools' names, since VS Code has a common list of the tools of all extensions. */
const prefix = 'openchatml_';

export async function modelTools() {
  const { tools, argumentsSchema } = await bundled(
    'generate/model-tools',
    `
        export { tools } from './mcp/tools.ts';
        export { argumentsSchema } from './mcp/arguments.ts';`,
  );
  return Object.entries(tools).map(([name, tool]) => ({
    name: `${prefix}${name}`,
    displayName: tool.title,
    toolReferenceName: `ocml-${name.replaceAll('_', '-')}`,
    canBeReferencedInPrompt: true,
    modelDescription: tool.description,
    when: 'isWorkspaceTrusted && !virtualWorkspace',
    icon: '$(comment-discussion)',
    tags: ['openchatml', 'transcripts'],
    inputSchema: argumentsSchema(tool),
  }));
}
