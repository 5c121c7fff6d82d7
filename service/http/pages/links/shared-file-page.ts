import type { FastifyReply } from 'fastify';
import type { FullFile } from '../../../../contract/resources/items/file.ts';
import type { Service } from '../../../domain/service.ts';
import { previewFile } from '../../../domain/tree/files/downloads/download-file.ts';
import { getFile } from '../../../domain/tree/files/get-file.ts';
import { type Html, html } from '../html.ts';
import { sendPage } from '../page.ts';
import { readableSize } from '../readable-size.ts';
import type { Visit } from './link-visits.ts';
import { previewKind } from './preview-kind.ts';
import { itemHead } from './shared-item-frame.ts';

/** Maximum bytes of text that a page shows; the rest is in the download. */
const shownTextBytes = 256 * 1024;

/** Shows a file of a shared link, as far as the visitor may preview it and a page can show it. */
export async function sendFilePage(
  service: Service,
  visit: Visit,
  fileId: string,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const file = await getFile(service, visit.caller, { fileId });
  if (file === 'not_modified') throw new Error('A file requested without an etag is never unmodified.');
  const preview = file.permissions?.can_preview ? await previewOf(service, visit, file) : null;
  const download = file.permissions?.can_download
    ? html`<p><a class="button" href="${visit.base}/download/${fileId}">Download</a></p>`
    : html`<p class="soft">You can view this file but not download it.</p>`;
  const body = html`${itemHead(visit, file)}
<p class="soft">${readableSize(file.size)}</p>
${file.description === '' ? null : html`<p>${file.description}</p>`}
${download}
${preview ?? html`<p class="soft">There is no preview for this type of file.</p>`}`;
  return sendPage(reply, { title: file.name, body, width: 'wide' });
}

async function previewOf(service: Service, visit: Visit, { id, name, size }: FullFile): Promise<Html | null> {
  const address = `${visit.base}/preview/${id}`;
  switch (previewKind(name).kind) {
    case 'image':
      return html`<img class="preview" src="${address}" alt="${name}">`;
    case 'pdf':
      return html`<iframe src="${address}" title="${name}"></iframe>
<p class="soft">If your browser shows nothing here, <a href="${address}">open the document in its own page</a>.</p>`;
    case 'text': {
      const text = await beginningOf(service, visit, id, size);
      const rest =
        size > shownTextBytes ? html`<p class="soft">Preview of the first ${readableSize(shownTextBytes)}.</p>` : null;
      return html`<pre tabindex="0" role="region" aria-label="Text of ${name}">${text}</pre>${rest}`;
    }
    case 'none':
      return null;
  }
}

/** The start of the content as text; invalid UTF-8 becomes replacement characters. */
export async function beginningOf(
  service: Service,
  { caller }: Pick<Visit, 'caller'>,
  fileId: string,
  size: number,
): Promise<string> {
  if (size === 0) return '';
  const content = await previewFile(service, caller, fileId);
  const chunks: Uint8Array[] = [];
  const range = { start: 0, end: Math.min(content.sizeBytes, shownTextBytes) - 1 };
  const bytes: AsyncIterable<Uint8Array> = await content.open(range);
  for await (const chunk of bytes) {
    chunks.push(chunk);
  }
  // The last character may be cut: `stream` leaves it out.
  return new TextDecoder().decode(Buffer.concat(chunks), { stream: true });
}
