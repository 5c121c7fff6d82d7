import type { SharedLinkRecord } from '../../ports/metadata/shared-links.ts';
import type { UserRecord } from '../../ports/metadata/users.ts';
import type { MetadataReads } from '../../ports/metadata-store.ts';
import { accessTo } from '../access/item-access.ts';
import { assertNever } from '../refusal.ts';
import type { Service, SharedLinkPass } from '../service.ts';
import { findLink, findLinkByAddress, type LiveLink, roleOfLink, stampOf } from './live-link.ts';

/** Which link is meant: by its whole address, by its token or name, or by its item. */
export type LinkName = { readonly address: string } | Parameters<typeof findLink>[1];

/**
 * What came of trying a link. `gone`: none works under this name. `people`: it is for people who are signed in, and nobody is.
 * `others`: it is for others than who is signed in. `password`: its password has yet to be proved.
 */
export type LinkTrial =
  | { readonly kind: 'open'; readonly live: LiveLink; readonly pass: SharedLinkPass }
  | { readonly kind: 'gone' }
  | { readonly kind: 'people' | 'others' | 'password'; readonly live: LiveLink };

/**
 * Tries a link for a visitor; null is one without an account. `provedStamp` names the state of the link that its password was
 * proved for before.
 */
export async function tryLink(
  service: Service,
  visitor: UserRecord | null,
  name: LinkName,
  provedStamp: string | null,
): Promise<LinkTrial> {
  const now = service.clock.now();
  return service.store.read(async (reads) => tryLinkIn(reads, { visitor, name, provedStamp, now }));
}

/** What `tryLinkIn` is told; `now` is in milliseconds since the epoch. */
export interface LinkTry {
  readonly visitor: UserRecord | null;
  readonly name: LinkName;
  readonly provedStamp: string | null;
  readonly now: number;
}

/** The same within a look into the store. */
export async function tryLinkIn(
  reads: MetadataReads,
  { visitor, name, provedStamp, now }: LinkTry,
): Promise<LinkTrial> {
  const live = 'address' in name ? await findLinkByAddress(reads, name.address, now) : await findLink(reads, name, now);
  if (!live) return { kind: 'gone' as const };
  const circle = await circleOf(reads, visitor, live);
  if (circle !== 'inside') return { kind: circle, live };
  const stamp = stampOf(live.link);
  if (live.link.passwordHash !== null && provedStamp !== stamp) return { kind: 'password' as const, live };
  return { kind: 'open' as const, live, pass: { itemId: live.item.id, role: roleOfLink(live.link), stamp } };
}

/** True when the password is that of the link. */
export async function provesPassword({ passwords }: Service, link: SharedLinkRecord, text: string): Promise<boolean> {
  return link.passwordHash !== null && (await passwords.verify(link.passwordHash, text));
}

/** Whether the visitor belongs to those whom the link is for. */
async function circleOf(
  reads: MetadataReads,
  visitor: UserRecord | null,
  { link, item, ancestors }: LiveLink,
): Promise<'inside' | 'people' | 'others'> {
  switch (link.access) {
    case 'open':
      return 'inside';
    case 'company':
      // One enterprise for each service: whoever has an account belongs to it.
      return visitor === null ? 'people' : 'inside';
    case 'collaborators':
      if (visitor === null) return 'people';
      return (await accessTo(reads, { user: visitor }, item, ancestors)) === null ? 'others' : 'inside';
    default:
      return assertNever(link.access);
  }
}
