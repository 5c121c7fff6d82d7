import type { FastifyInstance, FastifyReply } from 'fastify';
import { say } from '../../../contract/rules/say.ts';
import { callerOfUse } from '../../domain/people/tokens/token-use.ts';
import { Refusal } from '../../domain/refusal.ts';
import type { Service } from '../../domain/service.ts';
import { openZipDownload } from '../../domain/tree/zip-downloads/open-zip-download.ts';
import type { Tickets } from '../answers/tickets.ts';
import { attachment } from './content-answer.ts';
import { zipStream } from './zip-bytes.ts';

/**
 * The archive of a ZIP download. The URL carries its own authority, so a browser can open it. It works once, and not after its owner
 * has lost access.
 */
export function addZipRoute(
  app: FastifyInstance,
  { service, tickets }: { readonly service: Service; readonly tickets: Tickets },
): void {
  app.get<{ Params: { ticket: string } }>('/zip/:ticket', async (request, reply) => {
    const ticket = tickets.readZip(request.params.ticket);
    if (!ticket) throw new Refusal('not_found', say`This URL is invalid or has expired. Request the download again.`);
    return sendZip(service, reply, ticket.zipId);
  });
}

/**
 * Starts a ZIP download and sends its archive. Its length is unknown, because files may be skipped; a broken archive breaks the connection.
 * HTTP/1.0 marks the end of such a body by closing the connection, so a broken archive would look complete.
 */
export async function sendZip(service: Service, reply: FastifyReply, zipId: string): Promise<FastifyReply> {
  if (reply.request.raw.httpVersion === '1.0') {
    const message = say`A ZIP download needs HTTP/1.1. In nginx in front of the service, set: proxy_http_version 1.1; proxy_set_header Connection "";`;
    throw new Refusal('bad_request', message);
  }
  const zip = await openZipDownload(service, zipId, (use) => callerOfUse(service, use));
  const bytes = zipStream(zip);
  // Also when the receiver went away before the first byte, where the generator never begins.
  bytes.once('close', () => service.uses.note(zip.end('failed')));
  reply.headers({
    'content-type': 'application/zip',
    'content-disposition': attachment(zip.fileName),
    'cache-control': 'no-store',
  });
  return reply.send(bytes);
}
