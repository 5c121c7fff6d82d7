import type { FastifyInstance } from 'fastify';
import { openApiDocument } from '../../../contract/openapi.ts';
import type { Addresses } from '../addresses.ts';
import type { Html } from '../pages/html.ts';
import { sendPage } from '../pages/page.ts';
import { referenceDocument } from './reference-document.ts';
import { referencePage } from './reference-page.ts';

/** `/docs`: the interface as a page for people, made from the contract. It needs no token: it tells nothing of anybody. */
export function addReferenceRoute(app: FastifyInstance, addresses: Pick<Addresses, 'baseUrl' | 'uploadUrl'>): void {
  // Written once: it changes with the program alone.
  let body: Html | null = null;
  app.get('/docs', async (_request, reply) => {
    body ??= referencePage(
      referenceDocument.parse(openApiDocument({ baseUrl: addresses.baseUrl(), uploadUrl: addresses.uploadUrl() })),
    );
    return sendPage(reply, { title: 'The interface', body, width: 'wide' });
  });
}
