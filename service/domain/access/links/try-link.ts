import type { UserRecord } from '../../../ports/metadata/people/users.ts';
import type { SharedLinkRecord } from '../../../ports/metadata/sharing/shared-links.ts';
import type { MetadataReads } from '../../../ports/metadata-store.ts';
import { assertNever } from '../../refusal.ts';
import type { Service, SharedLinkPass } from '../../service.ts';
import { accessTo } from '../item-access.ts';
import { findLink, findLinkByAddress, type LiveLink, roleOfLink, stampOf } from './live-link.ts';

/** Identifies a link: by its URL, by its token or name, or by its item. */
export type LinkName = { readonly address: string } | Parameters<typeof findLink>[1];

/**
 * The outcome of trying a link. `gone`: there is no working link. `people`: the visitor has to sign in. `others`: it is not for the
 * signed-in user. `password`: the visitor has to enter its password.
 */
export type LinkTrial =
  | { readonly kind: 'open'; readonly live: LiveLink; readonly pass: SharedLinkPass }
  | { readonly kind: 'gone' }
  | { readonly kind: 'people' | 'others' | 'password'; readonly live: LiveLink };

/**
 * Tries a link for a visitor; null is a visitor without an account. `provedStamp` is the state of the link for which its password
 * was verified before.
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

/** Input of `tryLinkIn`; `now` is in milliseconds since the epoch. */
export interface LinkTry {
  readonly visitor: UserRecord | null;
  readonly name: LinkName;
  readonly provedStamp: string | null;
  readonly now: number;
}

/** The same within an open read of the store. */
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

/** True if the password is the link's. */
export async function provesPassword({ passwords }: Service, link: SharedLinkRecord, text: string): Promise<boolean> {
  return link.passwordHash !== null && (await passwords.verify(link.passwordHash, text));
}

/** Returns whether the visitor belongs to the link's audience. */
async function circleOf(
  reads: MetadataReads,
  visitor: UserRecord | null,
  { link, item, ancestors }: LiveLink,
): Promise<'inside' | 'people' | 'others'> {
  switch (link.access) {
    case 'open':
      return 'inside';
    case 'company':
      // Each service has one enterprise, so every account belongs to it.
      return visitor === null ? 'people' : 'inside';
    case 'collaborators':
      if (visitor === null) return 'people';
      return (await accessTo(reads, { user: visitor }, item, ancestors)) === null ? 'others' : 'inside';
    default:
      return assertNever(link.access);
  }
}
