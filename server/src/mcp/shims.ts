/**
 * Replaces the MCP package's own modules for Node (`alias` in scripts/build.mjs): they include a second validator of JSON
 * Schema, a quarter of the size of the package.
 */

export { default as process } from 'node:process';
export { CfWorkerJsonSchemaValidator as DefaultJsonSchemaValidator } from '@modelcontextprotocol/server/validators/cf-worker';
