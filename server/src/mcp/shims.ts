/**
 * Replaces the modules of the MCP package that are specific to Node (`alias` in scripts/build.mjs). They include
 * another validator for JSON Schema, which would be a quarter of the package's size.
 */

export { default as process } from 'node:process';
export { CfWorkerJsonSchemaValidator as DefaultJsonSchemaValidator } from '@modelcontextprotocol/server/validators/cf-worker';
