import type { FastifyReply } from 'fastify';
import type { Item } from '../../../../contract/resources/items/item-collection.ts';
import type { Service } from '../../../domain/service.ts';
import { getFolder } from '../../../domain/tree/folders/get-folder.ts';
import { listFolderItems } from '../../../domain/tree/folders/list-folder-items.ts';
import { type Html, html } from '../html.ts';
import { sendPage } from '../page.ts';
import { readableSize } from '../readable-size.ts';
import type { Visit } from './link-visits.ts';
import { folderPath, itemHead } from './shared-item-frame.ts';

/** Items per page of a folder. */
const pageSize = 100;

/** Shows a folder of a shared link, page by page. */
export async function sendFolderPage(
  service: Service,
  visit: Visit,
  { folderId, marker }: { readonly folderId: string; readonly marker: string | undefined },
  reply: FastifyReply,
): Promise<FastifyReply> {
  const folder = await getFolder(service, visit.caller, { folderId });
  if (folder === 'not_modified') throw new Error('A folder requested without an etag is never unmodified.');
  const { entries, ...page } = await listFolderItems(service, visit.caller, {
    folderId,
    page: { form: 'marker', sort: 'name', direction: 'ASC', limit: pageSize, marker, fields: listedFields },
  });
  const next = 'next_marker' in page ? (page.next_marker ?? null) : null;
  const here = folderPath(visit, folderId);
  const download =
    folder.permissions?.can_download && entries.length > 0
      ? html`<p><a class="button" href="${visit.base}/zip/${folderId}">Download as ZIP</a></p>`
      : null;
  const body = html`${itemHead(visit, folder)}${download}
${entries.length === 0 ? html`<p>${marker === undefined ? 'This folder is empty.' : 'No more items.'}</p>` : table(visit, entries)}
${pager(here, marker, next)}`;
  return sendPage(reply, { title: folder.name, body, width: 'wide' });
}

const listedFields = ['size', 'modified_at', 'content_modified_at'];

function table(visit: Visit, entries: readonly Item[]): Html {
  return html`<table>
<thead><tr><th scope="col">Name</th><th scope="col" class="number">Size</th><th scope="col" class="wide-only">Modified</th></tr></thead>
<tbody>${entries.map((item) => row(visit, item))}</tbody>
</table>`;
}

function row(visit: Visit, item: Item): Html {
  const size = item.type === 'web_link' ? '' : readableSize(item.size ?? 0);
  const changed = item.type === 'file' ? item.content_modified_at : item.modified_at;
  return html`<tr><td>${symbols[item.type]}<a href="${pathOf(visit, item)}">${item.name ?? item.id}</a>${
    item.type === 'file' ? null : html` <span class="soft">(${kinds[item.type]})</span>`
  }</td><td class="number">${size}</td><td class="wide-only">${changed ? date(changed) : ''}</td></tr>`;
}

/** Small 16 by 16 icons; the adjacent text names them. */
const symbols = {
  folder: symbol('M1.5 4v8.5h13V5.5h-6L7 3.5H1.5z'),
  file: symbol('M3.5 1.5h6l3 3v10h-9zM9.5 1.5v3h3'),
  web_link: symbol('M6.5 9.5l3-3M7 4.5l1.5-1.5a3 3 0 0 1 4.5 4.5L11.5 9M9 11.5L7.5 13A3 3 0 0 1 3 8.5L4.5 7'),
} as const;

function symbol(path: string): Html {
  return html`<svg class="kind" viewBox="0 0 16 16" aria-hidden="true"><path d="${path}"/></svg>`;
}
const kinds = { folder: 'folder', web_link: 'web link' } as const;

function pathOf(visit: Visit, { type, id }: Item): string {
  switch (type) {
    case 'folder':
      return folderPath(visit, id);
    case 'file':
      return `${visit.base}/file/${id}`;
    case 'web_link':
      return `${visit.base}/web/${id}`;
  }
}

/** A time as a UTC date: the page does not know the reader's time zone. */
function date(moment: string): Html {
  return html`<time datetime="${moment}">${moment.slice(0, 10)}</time>`;
}

function pager(here: string, marker: string | undefined, next: string | null): Html | null {
  if (marker === undefined && next === null) return null;
  const first = marker === undefined ? null : html`<a class="button quiet" href="${here}">First page</a> `;
  const following =
    next === null
      ? null
      : html`<a class="button quiet" href="${here}?${String(new URLSearchParams({ marker: next }))}">Next page</a>`;
  return html`<nav aria-label="Pages of this folder">${first}${following}</nav>`;
}
