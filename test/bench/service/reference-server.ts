import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream, mkdtempSync, rmSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import fastify from 'fastify';

/*
 * The reference for the service, in a process of its own: `stream` takes a content to disk, hashing it, and gives it
 * back; `constant` is the same web framework answering one text; `wake` holds requests and answers them all at once.
 * It prints its port, and ends with its parent.
 */
process.once('disconnect', () => process.exit(0));
const [, , kind = '', constantText = ''] = process.argv;

switch (kind) {
  case 'stream':
    streamServer();
    break;
  case 'constant':
    await constantServer(constantText);
    break;
  case 'wake':
    wakeServer();
    break;
  default:
    throw new Error(`There is no reference server "${kind}".`);
}

function streamServer(): void {
  const folder = mkdtempSync(path.join(tmpdir(), 'tandem-reference-'));
  const file = path.join(folder, 'content');
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const server = createServer((request, response) => {
    if (request.method === 'GET') {
      createReadStream(file, { highWaterMark: 1024 * 1024 }).pipe(response);
      return;
    }
    const hash = createHash('sha1');
    const tap = new Transform({
      transform(chunk: Buffer, _encoding, done) {
        hash.update(chunk);
        done(null, chunk);
      },
    });
    pipeline(request, tap, createWriteStream(file, { flush: true })).then(
      () => response.end(hash.digest('hex')),
      (error: Error) => response.destroy(error),
    );
  });
  server.listen(0, '127.0.0.1', () => tellPort(server.address()));
}

async function constantServer(text: string): Promise<void> {
  const app = fastify();
  const content = 'x'.repeat(Number(text));
  app.get('/*', (_request, reply) => {
    reply.header('content-type', 'application/json');
    return reply.send(content);
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  tellPort(app.server.address());
}

function wakeServer(): void {
  const waiting: ServerResponse[] = [];
  const server = createServer((request, response) => {
    if (request.url !== '/go') {
      waiting.push(response);
      return;
    }
    for (const held of waiting.splice(0)) held.end('{"version":1,"message":"new_change"}');
    response.end();
  });
  server.listen(0, '127.0.0.1', () => tellPort(server.address()));
}

function tellPort(address: unknown): void {
  const { port } = address as { port: number };
  process.send?.({ port });
}
