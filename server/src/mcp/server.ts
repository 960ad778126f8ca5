/** The server for the Model Context Protocol. It offers the tools of `tools.ts` over standard input and output. */

import { fromJsonSchema, McpServer } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { CfWorkerJsonSchemaValidator } from '@modelcontextprotocol/server/validators/cf-worker';
import { version } from '../../package.json';
import { argumentsSchema } from './arguments.ts';
import { callTool } from './call.ts';
import type { Roots } from './roots.ts';
import type { Arguments } from './tool.ts';
import { tools } from './tools.ts';

const instructions =
  'Reads transcripts of language models: finds problems, explains why a server rejected an output, and shows what users see and which tokens a trainer trains on. Pass `text`, or a `file` in one of the folders that this server was started with. Nothing is written.';

function createServer(roots: Roots): McpServer {
  const server = new McpServer({ name: 'openchatml', title: 'OpenChatML', version }, { instructions });
  const validator = new CfWorkerJsonSchemaValidator();
  for (const [name, tool] of Object.entries(tools)) {
    const { title, description } = tool;
    const inputSchema = fromJsonSchema<Arguments>(argumentsSchema(tool), validator);
    const annotations = { readOnlyHint: true, idempotentHint: true, openWorldHint: false };
    server.registerTool(name, { title, description, inputSchema, annotations }, async (toolArguments, { mcpReq }) => {
      const { result, isError } = await callTool(tool, toolArguments, roots, mcpReq.signal);
      return { content: [{ type: 'text', text: JSON.stringify(result) }], structuredContent: { ...result }, isError };
    });
  }
  return server;
}

/** Serves requests until the client closes standard input. */
export function serve(roots: Roots): Promise<void> {
  const handle = serveStdio(() => createServer(roots));
  return new Promise((resolve) => {
    process.stdin.once('close', () => void handle.close().then(resolve));
  });
}
