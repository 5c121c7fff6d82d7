import { createHash } from 'node:crypto';
import type { AncestorRecord, ItemRecord } from '../../../ports/metadata/items/items.ts';
import type { SharedLinkRecord } from '../../../ports/metadata/sharing/shared-links.ts';
import type { MetadataReads } from '../../../ports/metadata-store.ts';
import type { SharedLinkPass } from '../../service.ts';
import { isTrashed, stillMay } from '../item-access.ts';

/** A working shared link with its item. */
export interface LiveLink {
  readonly link: SharedLinkRecord;
  readonly item: ItemRecord;
  readonly ancestors: readonly AncestorRecord[];
}

/** True until the link's expiry. */
export function isUnexpired(link: SharedLinkRecord, now: number): boolean {
  return link.unsharedAt === null || link.unsharedAt > now;
}

/**
 * The working link of a URL: `/s/{token}`, `/v/{vanity name}` or `/shared/static/{token}`, on any host of the service. Null if
 * there is none.
 */
export async function findLinkByAddress(reads: MetadataReads, address: string, now: number): Promise<LiveLink | null> {
  const path = URL.parse(address)?.pathname ?? address;
  const [, way, name = ''] = /^\/(s|v|shared\/static)\/([^/.]+)(?:\.[^/]*)?\/?$/.exec(path) ?? [];
  if (way === undefined) return null;
  return findLink(reads, way === 'v' ? { vanityName: name } : { token: name }, now);
}

/** The working link with this token or name. Null if there is none. */
export async function findLink(
  reads: MetadataReads,
  named: { readonly token: string } | { readonly vanityName: string } | { readonly itemId: string },
  now: number,
): Promise<LiveLink | null> {
  const link = await recordOf(reads, named);
  return link ? aliveWith(reads, link, now) : null;
}

async function recordOf(reads: MetadataReads, named: Parameters<typeof findLink>[1]): Promise<SharedLinkRecord | null> {
  // Skip the query for anything that is not a token or a name, since it may contain text that the database does not accept.
  if ('token' in named) return isSecretName(named.token) ? reads.sharedLinks.getByToken(named.token) : null;
  if ('itemId' in named) return reads.sharedLinks.get(named.itemId);
  return /^[A-Za-z0-9_-]{1,128}$/.test(named.vanityName) ? reads.sharedLinks.getByVanityName(named.vanityName) : null;
}

/** True for text with the form of a random token: 32 hexadecimal digits. */
export function isSecretName(text: string): boolean {
  return /^[0-9a-f]{32}$/.test(text);
}

/**
 * A link is dead if it has expired, its item is in the trash, the owner's account is closed, or its creator could no longer create
 * it.
 */
async function aliveWith(reads: MetadataReads, link: SharedLinkRecord, now: number): Promise<LiveLink | null> {
  const item = isUnexpired(link, now) ? await reads.items.get(link.itemId) : null;
  if (!item) return null;
  const ancestors = await reads.items.ancestors(item);
  if (isTrashed({ item, ancestors })) return null;
  const owner = await reads.users.get(item.ownerId);
  if (owner === null || owner.status === 'inactive') return null;
  return (await isVouchedFor(reads, link, { item, ancestors })) ? { link, item, ancestors } : null;
}

/** True while the link's creator, or the last user who changed it, may grant this much. */
export async function isVouchedFor(
  reads: MetadataReads,
  link: SharedLinkRecord,
  place: { readonly item: ItemRecord; readonly ancestors: readonly AncestorRecord[] },
): Promise<boolean> {
  return stillMay(reads, link.createdBy, place, vouchingAction(link));
}

/** The right that the creator of a link needs. */
export function vouchingAction({ canEdit }: SharedLinkRecord): 'organise' | 'share' {
  return canEdit ? 'organise' : 'share';
}

/**
 * Identifies a link in its current state. A proof for the stamp (a password, a sign-in) must be repeated once the link is created
 * again, or has another password or audience.
 */
export function stampOf({ token, passwordHash, access }: SharedLinkRecord): string {
  return createHash('sha256')
    .update(JSON.stringify([token, passwordHash, access]))
    .digest('hex')
    .slice(0, 32);
}

/** The role that a link grants to its audience; null if it grants nothing beyond collaborators' own access. */
export function roleOfLink({ access, canEdit, canDownload }: SharedLinkRecord): SharedLinkPass['role'] {
  if (access === 'collaborators') return null;
  // It allows new versions. Renaming, moving, deleting and sharing require an invitation.
  if (canEdit) return 'viewer uploader';
  return canDownload ? 'viewer' : 'previewer';
}
