import { createHash } from 'node:crypto';
import type { AncestorRecord, ItemRecord } from '../../../ports/metadata/items/items.ts';
import type { UserRecord } from '../../../ports/metadata/people/users.ts';
import type { SharedLinkRecord } from '../../../ports/metadata/sharing/shared-links.ts';
import type { MetadataReads } from '../../../ports/metadata-store.ts';
import { together } from '../../kernel/work/together.ts';
import type { SharedLinkPass } from '../../service.ts';
import { type CollaborationsOf, isTrashed, rightOf } from '../item-access.ts';
import { ofPerson } from '../persons-of.ts';
import { ancestorsReader } from '../shared-with.ts';

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

/** In the trash, an item is behind no link, whatever the link's condition. */
async function aliveWith(reads: MetadataReads, link: SharedLinkRecord, now: number): Promise<LiveLink | null> {
  const item = isUnexpired(link, now) ? await reads.items.get(link.itemId) : null;
  if (!item) return null;
  const ancestors = await reads.items.ancestors(item);
  if (isTrashed({ item, ancestors })) return null;
  const condition = await conditionOf(reads, link, { item, ancestors, now });
  return condition === 'alive' ? { link, item, ancestors } : null;
}

/**
 * The condition of a link. `asleep`: it opens nothing until the account of its creator or of the item's owner is opened again. `dead`: it
 * has expired, or its creator, the last user who changed it, has lost the right to grant this much.
 */
export type LinkCondition = 'alive' | 'asleep' | 'dead';

/** Where and when a link is looked at; `getUser` and `collaborationsOf` answer from what was read before. */
interface LinkMoment {
  readonly item: ItemRecord;
  readonly ancestors: readonly AncestorRecord[];
  readonly now: number;
  readonly getUser?: (id: string) => Promise<UserRecord | null>;
  readonly collaborationsOf?: CollaborationsOf;
}

/** The condition of the link of an item. */
export async function conditionOf(
  reads: MetadataReads,
  link: SharedLinkRecord,
  { item, ancestors, now, getUser = (id) => reads.users.get(id), collaborationsOf }: LinkMoment,
): Promise<LinkCondition> {
  if (!isUnexpired(link, now)) return 'dead';
  const [owner, creator] = await together([getUser(item.ownerId), getUser(link.createdBy)]);
  const action = link.canEdit ? 'organise' : 'share';
  const right = await rightOf(reads, creator, { item, ancestors }, action, collaborationsOf);
  if (right === 'lost') return 'dead';
  return right === 'withheld' || owner === null || owner.status === 'inactive' ? 'asleep' : 'alive';
}

/** Those of these links that are alive. Most were made by one user in one folder: accounts, paths and collaborations are read once. */
export async function aliveAmong(
  reads: MetadataReads,
  links: readonly SharedLinkRecord[],
  now: number,
): Promise<readonly SharedLinkRecord[]> {
  if (links.length === 0) return [];
  const getUser = userReader(reads);
  const ancestorsOf = ancestorsReader(reads);
  const items = new Map((await reads.items.getMany(links.map(({ itemId }) => itemId))).map((item) => [item.id, item]));
  const placed = await together(
    links.map(async (link) => {
      const item = items.get(link.itemId);
      return item === undefined ? [] : [{ link, item, ancestors: await ancestorsOf(item) }];
    }),
  );
  const views = placed.flat();
  const collaborationsOf = await collaborationsOfCreators(reads, views);
  const conditions = await together(
    views.map(({ link, ...place }) => conditionOf(reads, link, { ...place, now, getUser, collaborationsOf })),
  );
  return views.flatMap(({ link }, index) => (conditions[index] === 'alive' ? [link] : []));
}

/** Reads the collaborations of the creators of links: all in one query, and the groups of each creator in another. */
async function collaborationsOfCreators(reads: MetadataReads, links: readonly LiveLink[]): Promise<CollaborationsOf> {
  const foreign = links.filter(({ link, item }) => link.createdBy !== item.ownerId);
  const itemIds = new Set(foreign.flatMap(({ item, ancestors }) => [...ancestors, item].map(({ id }) => id)));
  const all = itemIds.size === 0 ? [] : await reads.collaborations.listOfItems([...itemIds]);
  const creators = [...new Set(foreign.map(({ link }) => link.createdBy))];
  const theirs = await together(
    creators.map(async (id) => [id, Map.groupBy(await ofPerson(reads, id, all), ({ itemId }) => itemId)] as const),
  );
  const byCreator = new Map(theirs);
  return async (userId, path) => path.flatMap(({ id }) => byCreator.get(userId)?.get(id) ?? []);
}

/** Reads accounts, once each. */
function userReader({ users }: MetadataReads): MetadataReads['users']['get'] {
  const known = new Map<string, ReturnType<typeof users.get>>();
  return (id) => {
    const user = known.get(id) ?? users.get(id);
    known.set(id, user);
    return user;
  };
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
