// A server that streams only what users may see: what the model writes goes in, and its answer comes out as it becomes certain.
//   node server.mjs 8080 http://127.0.0.1:8000/raw
import { createServer } from 'node:http';
import { Readable } from 'node:stream';
import { transcriptTransform } from 'openchatml/stream';

const [, , port, upstream] = process.argv;

const server = createServer(async (request, response) => {
  const { body } = await fetch(upstream, { method: 'POST', body: Readable.toWeb(request), duplex: 'half' });
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  for await (const event of body.pipeThrough(transcriptTransform()))
    response.write(`data: ${JSON.stringify(event)}\n\n`);
  response.end();
});
server.listen(Number(port), '127.0.0.1', () => console.log(`http://127.0.0.1:${server.address().port}`));
