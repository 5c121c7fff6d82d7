import type { FastifyReply } from 'fastify';
import type { Service } from '../../../domain/service.ts';
import { getWebLink } from '../../../domain/tree/web-links/get-web-link.ts';
import { html } from '../html.ts';
import { sendPage } from '../page.ts';
import type { Visit } from './link-visits.ts';
import { itemHead } from './shared-item-frame.ts';

/** Shows the target of a web link inside a shared link, without an automatic redirect. */
export async function sendWebLinkPage(
  service: Service,
  visit: Visit,
  webLinkId: string,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const link = await getWebLink(service, visit.caller, { webLinkId });
  if (link === 'not_modified') throw new Error('A web link requested without an etag is never unmodified.');
  const isWeb = /^https?:\/\//i.test(link.url);
  const body = html`${itemHead(visit, link)}
${link.description === '' ? null : html`<p>${link.description}</p>`}
<p>This link opens another page: <strong>${link.url}</strong></p>
${isWeb ? html`<p><a class="button" href="${link.url}" rel="noopener noreferrer nofollow">Open page</a></p>` : null}`;
  return sendPage(reply, { title: link.name, body });
}
