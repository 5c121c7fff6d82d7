import type { FastifyInstance } from 'fastify';
import { authenticateClient } from '../../domain/people/oauth/clients/clients.ts';
import { OAuthFault } from '../../domain/people/oauth/oauth-fault.ts';
import { revokeToken } from '../../domain/people/oauth/revoke-token.ts';
import { guarded, readTokenForm, type TokenRoutes } from './token-route.ts';

/** `POST /oauth2/revoke`: revokes a sign-in at its client's request (RFC 7009). */
export function addRevokeRoute(scope: FastifyInstance, { service, guesses }: TokenRoutes): void {
  scope.post('/oauth2/revoke', async (request, reply) => {
    const form = readTokenForm(request);
    await guarded(guesses, request, form, async () => {
      const secret = form.get('client_secret') ?? undefined;
      const client = await authenticateClient(service, form.get('client_id') ?? '', secret);
      if (!client) throw new OAuthFault('invalid_client', 'The client credentials are invalid.');
      const token = form.get('token') ?? '';
      if (token === '') throw new OAuthFault('invalid_request', 'The field token is missing.');
      await revokeToken(service, client, token);
    });
    return reply.code(200).send();
  });
}
