import type { FastifyInstance, FastifyReply } from 'fastify';
import { openApiDocument } from '../../../contract/openapi/openapi.ts';
import { within } from '../../domain/kernel/work/within.ts';
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
    return answerReady(reply, { database, blobs });
  });
  // For load balancers: without the content store, which all processes share, each one still serves everything else.
  app.get('/ready/database', async (_request, reply) => answerReady(reply, { database: await isReadable(service) }));
  // Written once: it changes only with the program.
  let document: string | null = null;
  app.get('/2.0/openapi.json', async (_request, reply) => {
    document ??= JSON.stringify(openApiDocument({ baseUrl: addresses.baseUrl(), uploadUrl: addresses.uploadUrl() }));
    return reply.header('content-type', 'application/json; charset=utf-8').send(document);
  });
}

function answerReady(reply: FastifyReply, parts: Readonly<Record<string, boolean>>): FastifyReply {
  const isReady = Object.values(parts).every(Boolean);
  return reply.code(isReady ? 200 : 503).send({ status: isReady ? 'ready' : 'not_ready', ...parts });
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
