import { createServer, type Server, type ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { z } from 'zod';
import type { Operation } from '../../../contract/operation.ts';
import { operations } from '../../../contract/operations.ts';
import type { Chance } from '../../simulation/world/chance.ts';
import { type Lie, lieTo } from './lies.ts';

/** A service that answers each operation of the contract with lies, and another host to which it would like to lead a token. */
export type HostileService = {
  readonly baseUrl: string;
  readonly uploadUrl: string;
  readonly answered: () => number;
  /** Of each operation; `unknown`: requests that are none of the contract. */
  readonly byOperation: ReadonlyMap<string, number>;
  /** Secrets that reached the other host. */
  readonly stolen: readonly string[];
  close(): Promise<void>;
};

export async function startHostileService(chance: Chance): Promise<HostileService> {
  const byOperation = new Map<string, number>();
  const stolen: string[] = [];
  let answered = 0;
  const foreign = createServer((request, response) => {
    const { authorization, cookie } = request.headers;
    if (authorization !== undefined || cookie !== undefined) stolen.push(`${request.url}: ${authorization} ${cookie}`);
    response.end('bytes of somebody else');
  });
  const foreignOrigin = await listen(foreign);
  // A path with fewer placeholders is the more exact one: /folders/trash/items before /folders/{folder_id}/items.
  const table = Object.values<Operation>(operations)
    .map((operation) => ({ operation, pattern: patternOf(operation) }))
    .sort((one, other) => placeholdersIn(one.operation) - placeholdersIn(other.operation));
  const service = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://service');
    const found = table.find(({ operation, pattern }) => operation.method === request.method && pattern.test(pathname));
    const operation = found?.operation ?? operations.listFolderItems;
    answered += 1;
    const name = found?.operation.name ?? 'unknown';
    byOperation.set(name, (byOperation.get(name) ?? 0) + 1);
    request.resume();
    void send(response, lieTo(operation, foreignOrigin, chance));
  });
  const origin = await listen(service);
  return {
    baseUrl: `${origin}/2.0`,
    uploadUrl: `${origin}/upload/2.0`,
    answered: () => answered,
    byOperation,
    stolen,
    async close() {
      for (const server of [service, foreign]) {
        server.closeAllConnections();
        await new Promise((resolve) => server.close(resolve));
      }
    },
  };
}

function placeholdersIn({ path }: Operation): number {
  return path.split('{').length;
}

function patternOf({ host, path }: Operation): RegExp {
  const escaped = path.replaceAll(/[.*+?^$()|[\]\\]/g, String.raw`\$&`).replaceAll(/\{[^}]*\}/g, '[^/]*');
  return new RegExp(`^${host === 'upload' ? '/upload' : ''}/2.0${escaped}$`);
}

async function send(response: ServerResponse, { status, headers, body, isCut }: Lie): Promise<void> {
  try {
    response.writeHead(status, headers);
  } catch {
    // Node refuses to send a header like that: a proxy would too.
    response.writeHead(500);
  }
  // Either side may end the connection early.
  await pipeline(Readable.from(body, { objectMode: false }), response, { end: isCut !== true }).catch(() => undefined);
  if (isCut === true) response.destroy();
}

async function listen(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = z.object({ port: z.number() }).parse(server.address());
  return `http://127.0.0.1:${port}`;
}
