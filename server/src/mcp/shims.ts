/**
 * Replaces the MCP package's own modules for Node (`alias` in scripts/build.mjs): these modules include another
 * validator of JSON Schema, which takes up a quarter of the package's size.
 */

export { default as process } from 'node:process';
export { CfWorkerJsonSchemaValidator as DefaultJsonSchemaValidator } from '@modelcontextprotocol/server/validators/cf-worker';
