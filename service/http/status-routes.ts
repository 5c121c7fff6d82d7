import type { FastifyInstance } from 'fastify';
import { openApiDocument } from '../../contract/openapi.ts';
import type { Service } from '../domain/service.ts';
import type { Addresses } from './addresses.ts';

/** What operators and tools ask without a token: is it alive, can it work, what does it offer. */
export function addStatusRoutes(app: FastifyInstance, service: Service, addresses: Addresses): void {
  app.get('/health', async () => ({ status: 'alive' }));
  app.get('/ready', async (_request, reply) => {
    const [database, blobs] = await Promise.all([isReadable(service), service.blobs.isAvailable()]);
    const ready = database && blobs;
    return reply.code(ready ? 200 : 503).send({ status: ready ? 'ready' : 'not_ready', database, blobs });
  });
  app.get('/2.0/openapi.json', async () => {
    return openApiDocument({ baseUrl: addresses.baseUrl(), uploadUrl: addresses.uploadUrl() });
  });
}

/** Whatever keeps the database from answering, the operator reads it in the log of the requests that failed. */
async function isReadable(service: Service): Promise<boolean> {
  try {
    await service.store.read((reads) => reads.events.latestPosition());
    return true;
  } catch {
    return false;
  }
}
