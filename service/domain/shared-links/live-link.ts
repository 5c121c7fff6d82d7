import { createHash } from 'node:crypto';
import type { AncestorRecord, ItemRecord } from '../../ports/metadata/items.ts';
import type { SharedLinkRecord } from '../../ports/metadata/shared-links.ts';
import type { MetadataReads } from '../../ports/metadata-store.ts';
import { isTrashed, stillMay } from '../access/item-access.ts';
import type { SharedLinkPass } from '../service.ts';

/** A shared link that works, with what it leads to. */
export interface LiveLink {
  readonly link: SharedLinkRecord;
  readonly item: ItemRecord;
  readonly ancestors: readonly AncestorRecord[];
}

/** True until the moment that was set for its end. */
export function isUnexpired(link: SharedLinkRecord, now: number): boolean {
  return link.unsharedAt === null || link.unsharedAt > now;
}

/**
 * The link that an address names: `/s/{token}`, `/v/{vanity name}` or `/shared/static/{token}`, under whatever host people reach
 * the service. Null when there is none that works.
 */
export async function findLinkByAddress(reads: MetadataReads, address: string, now: number): Promise<LiveLink | null> {
  const path = URL.parse(address)?.pathname ?? address;
  const [, way, name = ''] = /^\/(s|v|shared\/static)\/([A-Za-z0-9_-]{1,128})(?:\.[^/]*)?\/?$/.exec(path) ?? [];
  if (way === undefined) return null;
  return findLink(reads, way === 'v' ? { vanityName: name } : { token: name }, now);
}

/** The link with this token or this name. Null when there is none that works. */
export async function findLink(
  reads: MetadataReads,
  named: { readonly token: string } | { readonly vanityName: string } | { readonly itemId: string },
  now: number,
): Promise<LiveLink | null> {
  const link = await recordOf(reads, named);
  return link ? aliveWith(reads, link, now) : null;
}

async function recordOf(reads: MetadataReads, named: Parameters<typeof findLink>[1]): Promise<SharedLinkRecord | null> {
  // What cannot be a token need not be looked for, and may be text that no database takes.
  if ('token' in named) return isSecretName(named.token) ? reads.sharedLinks.getByToken(named.token) : null;
  if ('itemId' in named) return reads.sharedLinks.get(named.itemId);
  return /^[A-Za-z0-9_-]{1,128}$/.test(named.vanityName) ? reads.sharedLinks.getByVanityName(named.vanityName) : null;
}

/** True for what has the form of a random token: 32 hexadecimal digits. */
export function isSecretName(text: string): boolean {
  return /^[0-9a-f]{32}$/.test(text);
}

/**
 * A link is dead when its time is up, its item is in the trash, the owner's account is closed, or the person who made it could not
 * make it now.
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

/** True while the person who made the link, or changed it last, may give as much away. */
export async function isVouchedFor(
  reads: MetadataReads,
  { createdBy, canEdit }: SharedLinkRecord,
  place: { readonly item: ItemRecord; readonly ancestors: readonly AncestorRecord[] },
): Promise<boolean> {
  return stillMay(reads, createdBy, place, canEdit ? 'organise' : 'share');
}

/**
 * Names a link in its present state. Whatever was proved for the stamp (a password, a sign-in) has to be proved anew when the link
 * was made anew, or has another password or another circle of people.
 */
export function stampOf({ token, passwordHash, access }: SharedLinkRecord): string {
  return createHash('sha256')
    .update(JSON.stringify([token, passwordHash, access]))
    .digest('hex')
    .slice(0, 32);
}

/** What a link gives to whoever is in its circle; null for one that gives nothing beyond what collaborators have anyhow. */
export function roleOfLink({ access, canEdit, canDownload }: SharedLinkRecord): SharedLinkPass['role'] {
  if (access === 'collaborators') return null;
  // It brings new versions. To rename, move, delete and share stays with those whom somebody invited.
  if (canEdit) return 'viewer uploader';
  return canDownload ? 'viewer' : 'previewer';
}
