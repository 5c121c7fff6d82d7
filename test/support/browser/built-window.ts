import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import path from 'node:path';
import mime from 'mime-types';
import { pagePolicy } from '../../../preload/ipc/transport/page-policy.ts';
import { repositoryRoot } from '../../run/spawn-tool.ts';

const folder = path.join(repositoryRoot, 'dist/renderer');

let origin: Promise<string> | null = null;

/**
 * The origin at which this process serves the built window on loopback; like the real one, it may use the clipboard. The browser keeps these
 * scripts, and what it has compiled of them, from one page to the next. It keeps nothing of what a test hands to it.
 */
export const builtWindow = (): Promise<string> => (origin ??= serve());

async function serve(): Promise<string> {
  const server = createServer((request, response) => void answer(request, response));
  server.listen(0, '127.0.0.1').unref();
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the built window has no port');
  return `http://127.0.0.1:${address.port}`;
}

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { pathname } = new URL(request.url ?? '/', 'http://window.test');
  const file = path.join(folder, pathname === '/' ? 'index.html' : pathname);
  const body = file.startsWith(`${folder}${path.sep}`) ? await readFile(file).catch(() => null) : null;
  if (body === null) return void response.writeHead(404).end();
  response.writeHead(200, {
    'content-type': mime.contentType(path.extname(file)) || 'application/octet-stream',
    'content-security-policy': pagePolicy(),
    // The name of an asset has the digest of its content.
    'cache-control': pathname.startsWith('/assets/') ? 'max-age=3600, immutable' : 'no-cache',
  });
  response.end(body);
}
