import type { FastifyInstance } from 'fastify';
import { openApiDocument } from '../../../contract/openapi/openapi.ts';
import { within } from '../../domain/kernel/within.ts';
import type { Service } from '../../domain/service.ts';
import type { Addresses } from '../answers/addresses.ts';

/** How long the readiness check waits for the content store, in milliseconds: balancers expect an answer within half a second or so. */
const contentsWaitMs = 300;

/** Endpoints for operators and tools without a token: liveness, readiness, features. */
export function addStatusRoutes(app: FastifyInstance, service: Service, addresses: Addresses): void {
  let wereAvailable = false;
  // The last known state if the store takes longer.
  const areContentsAvailable = async (): Promise<boolean> => {
    const asked = service.blobs.isAvailable().then((isAvailable) => {
      wereAvailable = isAvailable;
    });
    await within(asked, contentsWaitMs);
    return wereAvailable;
  };
  app.get('/health', async () => ({ status: 'alive' }));
  app.get('/ready', async (_request, reply) => {
    const [database, blobs] = await Promise.all([isReadable(service), areContentsAvailable()]);
    // Without the content store, which all processes share, each one still serves everything else.
    return reply.code(database ? 200 : 503).send({ status: database ? 'ready' : 'not_ready', database, blobs });
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
