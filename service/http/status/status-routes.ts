import type { FastifyInstance } from 'fastify';
import { openApiDocument } from '../../../contract/openapi/openapi.ts';
import type { Service } from '../../domain/service.ts';
import type { Addresses } from '../answers/addresses.ts';

/** Endpoints for operators and tools without a token: liveness, readiness, features. */
export function addStatusRoutes(app: FastifyInstance, service: Service, addresses: Addresses): void {
  app.get('/health', async () => ({ status: 'alive' }));
  app.get('/ready', async (_request, reply) => {
    const [database, blobs] = await Promise.all([isReadable(service), service.blobs.isAvailable()]);
    const ready = database && blobs;
    return reply.code(ready ? 200 : 503).send({ status: ready ? 'ready' : 'not_ready', database, blobs });
  });
  // Written once: it changes only with the program.
  let document: string | null = null;
  app.get('/2.0/openapi.json', async (_request, reply) => {
    document ??= JSON.stringify(openApiDocument({ baseUrl: addresses.baseUrl(), uploadUrl: addresses.uploadUrl() }));
    return reply.header('content-type', 'application/json; charset=utf-8').send(document);
  });
}

/** The log of the failed requests says why the database does not respond. */
async function isReadable(service: Service): Promise<boolean> {
  try {
    await service.store.read((reads) => reads.events.adminPositions.latest());
    return true;
  } catch {
    return false;
  }
}
