import type { FolderMini } from '../../../../contract/resources/items/folder-mini.ts';
import type { PathCollection } from '../../../../contract/resources/items/item.ts';
import type { UserMini } from '../../../../contract/resources/people/user.ts';
import { type Html, html } from '../html.ts';
import type { Visit } from './link-visits.ts';

/** The header of every shared item's page: the path from the top of the link, the name, the owner. */
export function itemHead(
  visit: Visit,
  item: {
    readonly name?: string | undefined;
    readonly path_collection?: PathCollection | undefined;
    readonly owned_by?: UserMini | undefined;
  },
): Html {
  const owner = item.owned_by?.name ? html`<p class="soft">Shared by ${item.owned_by.name}</p>` : null;
  return html`${breadcrumbs(visit, item.path_collection?.entries ?? [])}
<h1>${item.name ?? ''}</h1>${owner}`;
}

/** The path of a folder inside of a link. */
export function folderPath({ base, live }: Visit, folderId: string): string {
  return folderId === live.item.id ? base : `${base}/folder/${folderId}`;
}

/** The folders between the top of the link and the item; those above the link stay hidden. */
function breadcrumbs(visit: Visit, path: readonly FolderMini[]): Html | null {
  const top = path.findIndex(({ id }) => id === visit.live.item.id);
  if (top === -1) return null;
  const steps = path.slice(top).map(({ id, name }) => html`<li><a href="${folderPath(visit, id)}">${name}</a></li>`);
  return html`<nav aria-label="Parent folders"><ol class="path">${steps}</ol></nav>`;
}
