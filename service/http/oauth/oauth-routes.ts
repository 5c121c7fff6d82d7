import type { FastifyInstance } from 'fastify';
import { showErrorsAsPages } from '../pages/error-page.ts';
import { acceptForms } from '../pages/forms.ts';
import { type AuthorizeRoute, addAuthorizeRoute } from './authorize-route.ts';
import { addRevokeRoute } from './revoke-route.ts';
import { addTokenRoute, type TokenRoutes } from './token-route.ts';

/** The OAuth 2.0 server: `/oauth2/authorize`, `/oauth2/token`, `/oauth2/revoke`. */
export async function addOAuthRoutes(scope: FastifyInstance, options: AuthorizeRoute & TokenRoutes): Promise<void> {
  acceptForms(scope);
  showErrorsAsPages(scope);
  addAuthorizeRoute(scope, options);
  addTokenRoute(scope, options);
  addRevokeRoute(scope, options);
}
