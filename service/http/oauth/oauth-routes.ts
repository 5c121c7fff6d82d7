import type { FastifyInstance } from 'fastify';
import { showErrorsAsPages } from '../pages/error-page.ts';
import { acceptForms } from '../pages/forms.ts';
import { type AuthorizeRoute, addAuthorizeRoute } from './authorize-route.ts';
import { sendOAuthError } from './oauth-answer.ts';
import { addRevokeRoute } from './revoke-route.ts';
import { addTokenRoute, type TokenRoutes } from './token-route.ts';

/** The OAuth 2.0 server: `/oauth2/authorize` is for people, `/oauth2/token` and `/oauth2/revoke` are for applications. */
export async function addOAuthRoutes(scope: FastifyInstance, options: AuthorizeRoute & TokenRoutes): Promise<void> {
  acceptForms(scope);
  await scope.register(async (pages) => {
    showErrorsAsPages(pages);
    addAuthorizeRoute(pages, options);
  });
  await scope.register(async (answers) => {
    answers.setErrorHandler((error, request, reply) => sendOAuthError(error, request, reply));
    addTokenRoute(answers, options);
    addRevokeRoute(answers, options);
  });
}
