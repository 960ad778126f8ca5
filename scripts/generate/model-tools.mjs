// The tools of `ocml mcp`, as declared to VS Code for its models.
import { bundled } from '../bundled.mjs';

/** The prefix of all names: VS Code has one list of tools for all extensions. */
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
