import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { say } from '../../../contract/rules/say.ts';
import type { Scope } from '../../../contract/scopes.ts';
import { passOfProof } from '../../domain/access/links/pass-of-proof.ts';
import { callerOfUse } from '../../domain/people/tokens/token-use.ts';
import { Refusal } from '../../domain/refusal.ts';
import type { Caller, Service } from '../../domain/service.ts';
import { type Download, downloadFile } from '../../domain/tree/files/downloads/download-file.ts';
import type { Tickets, UrlAuthority } from '../answers/tickets.ts';
import { contentAnswer } from './content-answer.ts';

/** The scopes of a download URL, regardless of who issued it. */
const ticketScopes = ['item_download'] as const satisfies readonly Scope[];

/**
 * The redirect target of `GET /files/{id}/content`. The URL carries its own authority (a signed ticket), so clients need not send
 * their token to it. It stops working when
 * that token ends or its owner loses access.
 */
export function addDownloadRoute(
  app: FastifyInstance,
  { service, tickets }: { readonly service: Service; readonly tickets: Tickets },
): void {
  app.route<{ Params: { ticket: string } }>({
    method: ['GET', 'HEAD'],
    url: '/download/:ticket',
    handler: async (request, reply) => {
      const ticket = tickets.readDownload(request.params.ticket);
      if (!ticket) throw new Refusal('not_found', say`This URL is invalid or has expired. Request the content again.`);
      const caller = await callerOfTicket(service, ticket, ticketScopes);
      if (!caller) throw new Refusal('not_found', say`This URL is no longer valid.`);
      const { fileId, versionId } = ticket;
      const content = await downloadFile(service, caller, { fileId, versionId: versionId ?? undefined });
      return sendContent(request, reply, content);
    },
  });
}

/** The caller who asked for a URL, with the scopes of such URLs; null if the token has expired or was revoked. */
export async function callerOfTicket(
  service: Service,
  authority: UrlAuthority,
  scopes: readonly Scope[],
): Promise<Caller | null> {
  const caller = await callerOfUse(service, authority);
  return caller && { ...caller, scopes, sharedLink: await passOfProof(service, caller.user, authority.sharedLink) };
}

/**
 * Sends the whole content or the requested range, if the conditions of the request hold, or leads to them in the store. With `shown`, the
 * headers of a content that a page shows, the bytes always come from here.
 */
export async function sendContent(
  request: FastifyRequest,
  reply: FastifyReply,
  content: Download,
  shown?: Readonly<Record<string, string>>,
): Promise<FastifyReply> {
  const isHead = request.method === 'HEAD';
  // RFC 9110 14.2: ranges are for GET alone.
  const answer = contentAnswer(content, isHead ? { ...request.headers, range: undefined } : request.headers);
  if (answer.status === 200 || answer.status === 206) {
    const url = isHead || shown !== undefined ? null : await answer.signedUrl();
    if (url !== null) return reply.redirect(url, 302);
  }
  // First, so that a refusal has no headers of the content.
  const bytes = isHead || 'refusal' in answer || answer.status === 304 ? undefined : await answer.open();
  reply.code(answer.status).headers(answer.headers);
  if ('refusal' in answer) throw answer.refusal;
  return reply.headers(answer.status === 304 ? {} : (shown ?? {})).send(bytes);
}
