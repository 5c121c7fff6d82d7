import {
  type SharedLink,
  sharedLinkAccessLevels,
  sharedLinkPermissionOptions,
} from '../../../../contract/resources/sharing/shared-link.ts';
import type { ItemRecord } from '../../../ports/metadata/items/items.ts';
import type { SharedLinkRecord } from '../../../ports/metadata/sharing/shared-links.ts';
import type { MetadataReads } from '../../../ports/metadata-store.ts';
import { accessTo, type ItemView, isTrashed, type Viewer } from '../../access/item-access.ts';
import { usualLink } from '../../access/links/link-settings.ts';
import { aliveAmong, roleOfLink } from '../../access/links/live-link.ts';
import { allows, strongerRole } from '../../access/permissions/rights.ts';
import { together } from '../../kernel/work/together.ts';
import type { Service } from '../../service.ts';
import { presentOptionalDate } from '../dates.ts';
import { extensionOf } from '../items/extension.ts';

/** Shared links by item, fetched before a representation: those of the items and of their parent folders. */
export interface ShownLinks {
  readonly byItem: ReadonlyMap<string, SharedLinkRecord>;
  /** The prefix of every link's URL. */
  readonly publicUrl: string;
}

/** Looks up the shared links of items and of their parent folders, without those that open nothing. */
export async function gatherLinks(
  { clock, settings }: Service,
  reads: MetadataReads,
  itemIds: readonly string[],
): Promise<ShownLinks> {
  const links = itemIds.length === 0 ? [] : await reads.sharedLinks.listOfItems(itemIds);
  const alive = await aliveAmong(reads, links, clock.now());
  return { byItem: new Map(alive.map((link) => [link.itemId, link])), publicUrl: settings.publicUrl() };
}

/** Those of these links that the viewer may see with the access of this moment, whatever the represented state of the item. */
export async function linksInReach(reads: MetadataReads, viewer: Viewer, links: ShownLinks): Promise<ShownLinks> {
  const items = links.byItem.size === 0 ? [] : await reads.items.getMany([...links.byItem.keys()]);
  const inReach = await together(
    items.map(async (item) => {
      const link = links.byItem.get(item.id);
      const ancestors = await reads.items.ancestors(item);
      const access = await accessTo(reads, viewer, item, ancestors);
      return link && access && isLinkShown({ item, ancestors, access }, link) ? [link] : [];
    }),
  );
  return { ...links, byItem: new Map(inReach.flat().map((link) => [link.itemId, link])) };
}

/** The shared link of an item as the viewer may see it. */
export function presentOwnLink(view: ItemView, links: ShownLinks | undefined): SharedLink | null {
  const link = links?.byItem.get(view.item.id);
  if (links === undefined || link === undefined || !isLinkShown(view, link)) return null;
  return presentSharedLink(view.item, link, links.publicUrl);
}

/** An item in the trash has no link until it is restored. */
function isLinkShown(view: ItemView, link: SharedLinkRecord): boolean {
  return !isTrashed(view) && maySeeLink(view, link);
}

/** True if the item or one of its parent folders has a shared link. */
export function isBehindLink(view: ItemView, links: ShownLinks | undefined): boolean {
  if (links === undefined || isTrashed(view)) return false;
  return [...view.ancestors, view.item].some(({ id }) => links.byItem.has(id));
}

/**
 * A link's URL grants whatever it opens: users without the right to share see no link that grants more than they have, such as a
 * download link for a previewer.
 */
function maySeeLink({ access: { role } }: ItemView, link: SharedLinkRecord): boolean {
  if (allows(role, 'share')) return true;
  const given = roleOfLink(link);
  return given === null || (allows(role, 'preview') && strongerRole(role, given) === role);
}

/** A shared link in full. */
function presentSharedLink(item: ItemRecord, link: SharedLinkRecord, publicUrl: string): SharedLink {
  const { token, access, vanityName, canDownload, canEdit } = link;
  return {
    url: linkAddress(publicUrl, token),
    download_url: item.kind === 'file' && canDownload ? staticAddress(publicUrl, token, item.name) : null,
    vanity_url: vanityName === null ? null : `${publicUrl}/v/${vanityName}`,
    vanity_name: vanityName,
    access,
    effective_access: access,
    effective_permission: canEdit ? 'can_edit' : canDownload ? 'can_download' : 'can_preview',
    is_password_enabled: link.passwordHash !== null,
    unshared_at: presentOptionalDate(link.unsharedAt),
    download_count: link.downloadCount,
    preview_count: link.previewCount,
    permissions: { can_download: canDownload, can_preview: true, can_edit: canEdit },
  };
}

/** The URL that opens a shared link. */
export function linkAddress(publicUrl: string, token: string): string {
  return `${publicUrl}/s/${token}`;
}

function staticAddress(publicUrl: string, token: string, name: string): string {
  const extension = extensionOf(name);
  return `${publicUrl}/shared/static/${token}${extension === '' ? '' : `.${encodeURIComponent(extension.toWellFormed())}`}`;
}

/** The audiences that the viewer may choose for a link of this item: all with the right to change it, otherwise the default. */
export function allowedAccessLevels({ item, access }: ItemView): string[] {
  if (item.parentId === null || !allows(access.role, 'share')) return [];
  return allows(access.role, 'organise') ? [...sharedLinkAccessLevels] : [usualLink.access];
}

/** The permissions that the viewer may grant through a link of this file, likewise. */
export function allowedPermissionOptions({ access }: ItemView): string[] {
  if (!allows(access.role, 'share')) return [];
  return allows(access.role, 'organise') ? [...sharedLinkPermissionOptions] : ['can_download'];
}
