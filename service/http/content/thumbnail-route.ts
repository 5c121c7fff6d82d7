import type { FastifyInstance } from 'fastify';
import { say } from '../../../contract/rules/say.ts';
import type { Scope } from '../../../contract/scopes.ts';
import { Refusal } from '../../domain/refusal.ts';
import type { Service } from '../../domain/service.ts';
import type { Addresses } from '../answers/addresses.ts';
import type { Tickets } from '../answers/tickets.ts';
import { callerOfTicket } from './download-route.ts';
import { thumbnailAnswer } from './thumbnail-answer.ts';

/** The scopes of a thumbnail URL, regardless of who issued it. */
const ticketScopes = ['item_preview'] as const satisfies readonly Scope[];

/**
 * The `Location` of a thumbnail, for pages that show it without a token. The URL carries its own authority and stops working when the token that
 * it was asked for with ends, or its owner loses access.
 */
export function addThumbnailRoute(
  app: FastifyInstance,
  {
    service,
    tickets,
    addresses,
  }: { readonly service: Service; readonly tickets: Tickets; readonly addresses: Addresses },
): void {
  app.get<{ Params: { ticket: string } }>('/thumbnail/:ticket', async (request, reply) => {
    const ticket = tickets.readThumbnail(request.params.ticket);
    const caller = ticket && (await callerOfTicket(service, ticket, ticketScopes));
    if (!ticket || !caller) {
      throw new Refusal('not_found', say`This URL is invalid or has expired. Request the thumbnail again.`);
    }
    const { status, headers, body } = await thumbnailAnswer({ service, caller, addresses }, ticket);
    return reply.code(status).headers(headers).send(body);
  });
}
