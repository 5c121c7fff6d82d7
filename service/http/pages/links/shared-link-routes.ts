import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { say } from '../../../../contract/rules/say.ts';
import { Refusal } from '../../../domain/refusal.ts';
import { clientAddress } from '../../requests/client-address.ts';
import { showErrorsAsPages } from '../error-page.ts';
import { acceptForms, formOf } from '../forms.ts';
import { answerPassword, enter, type LinkPages, type NamedLink, type Visit } from './link-visits.ts';
import { sendSharedDownload, sendSharedPreview, sendSharedZip } from './shared-content.ts';
import { sendFilePage } from './shared-file-page.ts';
import { sendFolderPage } from './shared-folder-page.ts';
import { sendWebLinkPage } from './shared-web-link-page.ts';

type LinkRequest = FastifyRequest<{
  Params: { link: string; id?: string };
  Querystring: { marker?: string | string[] };
}>;

/** Handles the request of an admitted visitor. */
type Inside = (visit: Visit, request: LinkRequest, reply: FastifyReply) => Promise<FastifyReply>;

/** Download tools ask for the size first. */
const downloadMethods = ['GET', 'HEAD'];

/** The public pages of shared links. They work without scripts. */
export async function addSharedLinkRoutes(scope: FastifyInstance, pages: LinkPages): Promise<void> {
  const { service } = pages;
  acceptForms(scope);
  showErrorsAsPages(scope);
  scope.addHook('onRequest', async (request) => {
    const seconds = pages.pace.secondsToWait(clientAddress(request));
    if (seconds === 0) return;
    const message = say`Too many requests from your IP address. Try again in ${seconds} s.`;
    throw new Refusal('rate_limit_exceeded', message, { retryAfterSeconds: seconds });
  });
  const inside: Readonly<Record<string, Inside>> = {
    '': (visit, request, reply) => sendTop(pages, visit, request, reply),
    '/folder/:id': async (visit, request, reply) => {
      return sendFolderPage(service, visit, { folderId: idOf(request), marker: markerOf(request) }, reply);
    },
    '/file/:id': async (visit, request, reply) => sendFilePage(service, visit, idOf(request), reply),
    '/web/:id': async (visit, request, reply) => sendWebLinkPage(service, visit, idOf(request), reply),
    '/preview/:id': async (visit, request, reply) => {
      return sendSharedPreview(service, visit, idOf(request), request, reply);
    },
    '/download/:id': async (visit, request, reply) => {
      return sendSharedDownload(service, visit, idOf(request), request, reply);
    },
    '/zip/:id': async (visit, request, reply) => sendSharedZip(service, visit, idOf(request), request, reply),
  };
  for (const way of ['s', 'v'] as const) {
    for (const [path, show] of Object.entries(inside)) {
      const url = `/${way}/:link${path}`;
      const handler = async (request: LinkRequest, reply: FastifyReply) => {
        const visit = await enter(pages, linkOf(way, request.params.link), request, reply);
        return visit === null ? reply : show(visit, request, reply);
      };
      scope.route({ method: path.startsWith('/download') ? downloadMethods : ['GET'], url, handler });
    }
    scope.post(`/${way}/:link`, async (request: LinkRequest, reply) => {
      return answerPassword(pages, linkOf(way, request.params.link), formOf(request), request, reply);
    });
  }
  const sendStatic = async (request: FastifyRequest<{ Params: { file: string } }>, reply: FastifyReply) => {
    const [token = ''] = request.params.file.split('.');
    const visit = await enter(pages, linkOf('s', token), request, reply);
    if (visit === null) return reply;
    if (visit.live.item.kind !== 'file') throw new Refusal('not_found', say`Only files can be downloaded at this URL.`);
    return sendSharedDownload(service, visit, visit.live.item.id, request, reply);
  };
  scope.route({ method: downloadMethods, url: '/shared/static/:file', handler: sendStatic });
}

function linkOf(way: 's' | 'v', name: string): NamedLink {
  return { name: way === 's' ? { token: name } : { vanityName: name }, base: `/${way}/${encodeURIComponent(name)}` };
}

async function sendTop(
  { service }: LinkPages,
  visit: Visit,
  request: LinkRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { item } = visit.live;
  switch (item.kind) {
    case 'folder':
      return sendFolderPage(service, visit, { folderId: item.id, marker: markerOf(request) }, reply);
    case 'file':
      return sendFilePage(service, visit, item.id, reply);
    case 'web_link':
      return sendWebLinkPage(service, visit, item.id, reply);
  }
}

/** The item id of a path; "0" would be the visitor's own root, which is in no link. */
function idOf({ params: { id = '' } }: LinkRequest): string {
  if (/^[1-9]\d{0,15}$/.test(id)) return id;
  throw new Refusal('not_found', say`There is nothing at this URL.`);
}

function markerOf({ query: { marker } }: LinkRequest): string | undefined {
  return typeof marker === 'string' ? marker : undefined;
}
