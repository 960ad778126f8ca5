/**
 * The modules that the package for MCP is given in place of its own choice for Node (`alias` in scripts/build.mjs): that choice
 * brings a second validator of JSON Schema, a quarter of its size.
 */

export { default as process } from 'node:process';
export { CfWorkerJsonSchemaValidator as DefaultJsonSchemaValidator } from '@modelcontextprotocol/server/validators/cf-worker';
