import type { FastifyInstance } from 'fastify';
import { openApiDocument } from '../../../contract/openapi/openapi.ts';
import type { Addresses } from '../answers/addresses.ts';
import type { Html } from '../pages/html.ts';
import { sendPage } from '../pages/page.ts';
import { referenceDocument } from './reference-document.ts';
import { referencePage } from './reference-page.ts';

/** `/docs`: the interface as a readable page, generated from the contract. It needs no token, since it contains no data. */
export function addReferenceRoute(app: FastifyInstance, addresses: Pick<Addresses, 'baseUrl' | 'uploadUrl'>): void {
  // Rendered once: it changes only with the program.
  let body: Html | null = null;
  app.get('/docs', async (_request, reply) => {
    body ??= referencePage(
      referenceDocument.parse(openApiDocument({ baseUrl: addresses.baseUrl(), uploadUrl: addresses.uploadUrl() })),
    );
    return sendPage(reply, { title: 'The interface', body, width: 'wide' });
  });
}
