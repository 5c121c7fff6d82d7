import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { say } from '../../../../contract/rules/say.ts';
import type { Scope } from '../../../../contract/scopes.ts';
import { Refusal } from '../../../domain/refusal.ts';
import type { Caller, Service } from '../../../domain/service.ts';
import { type Download, previewFile } from '../../../domain/tree/files/downloads/download-file.ts';
import type { Tickets } from '../../answers/tickets.ts';
import { callerOfTicket, sendContent } from '../../content/download-route.ts';
import { showErrorsAsPages } from '../error-page.ts';
import { html } from '../html.ts';
import { sendPage } from '../page.ts';
import { previewKind } from './preview-kind.ts';
import { beginningOf } from './shared-file-page.ts';

/** Framed content may do nothing at all. Browsers' PDF viewers do not work in a sandbox. */
const policies = {
  image: "default-src 'none'; frame-ancestors *; sandbox",
  pdf: "default-src 'none'; style-src 'unsafe-inline'; object-src 'self'; frame-ancestors *",
} as const;

/** The scopes of an embed URL, regardless of who issued it. */
const embedScopes = ['item_preview'] as const satisfies readonly Scope[];

/**
 * The URL of `expiring_embed_link`: shows one file, for a minute, in a frame of any page. It carries its own authority, and stops
 * working when the token that it was asked for with ends, or its owner loses access.
 */
export async function addEmbedRoute(
  scope: FastifyInstance,
  { service, tickets }: { readonly service: Service; readonly tickets: Tickets },
): Promise<void> {
  showErrorsAsPages(scope);
  scope.get<{ Params: { ticket: string } }>('/embed/:ticket', async (request, reply) => {
    const ticket = tickets.readEmbed(request.params.ticket);
    const caller = ticket && (await callerOfTicket(service, ticket, embedScopes));
    if (!ticket || !caller) {
      throw new Refusal('not_found', say`This URL is invalid or has expired. Request the file again.`);
    }
    const { fileId } = ticket;
    const content = await previewFile(service, caller, fileId);
    reply.removeHeader('x-frame-options');
    return show(service, { caller, content, fileId }, request, reply);
  });
}

interface Shown {
  readonly caller: Caller;
  readonly content: Download;
  readonly fileId: string;
}

async function show(
  service: Service,
  { caller, content, fileId }: Shown,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const title = content.fileName;
  const preview = previewKind(title);
  if (preview.kind === 'none') {
    const body = html`<p class="soft">A page cannot show this kind of file: ${title}</p>`;
    return sendPage(reply, { title, body, width: 'wide', mayBeFramed: true });
  }
  if (preview.kind === 'text') {
    const text = await beginningOf(service, { caller }, fileId, content.sizeBytes);
    const body = html`<pre tabindex="0" role="region" aria-label="Text of ${title}">${text}</pre>`;
    return sendPage(reply, { title, body, width: 'wide', mayBeFramed: true });
  }
  return sendContent(request, reply, content, {
    'content-type': preview.mediaType,
    'content-disposition': 'inline',
    'content-security-policy': policies[preview.kind],
  });
}
