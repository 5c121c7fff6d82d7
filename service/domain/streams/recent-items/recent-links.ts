import { limits } from '../../../../contract/rules/limits.ts';
import type { AncestorRecord, ItemRecord } from '../../../ports/metadata/items/items.ts';
import type { RecentItemRecord } from '../../../ports/metadata/streams/recent-items.ts';
import type { MetadataReads } from '../../../ports/metadata-store.ts';
import { tryLinkIn } from '../../access/links/try-link.ts';
import { linkAddress } from '../../representation/sharing/shared-link.ts';
import type { Caller, Service, SharedLinkPass } from '../../service.ts';

/** A shared link that a user came through recently and that still opens the same item. */
export interface RecentLink {
  readonly pass: SharedLinkPass;
  readonly address: string;
}

/**
 * The link through which a user reached a recent item, if it is still in the same state. After a change of the password or of the
 * audience the user has to open it again. Null if there is none.
 */
export async function recentLink(
  { clock, settings }: Service,
  reads: MetadataReads,
  { user }: Caller,
  { link }: RecentItemRecord,
  path: readonly Pick<AncestorRecord, 'id'>[],
): Promise<RecentLink | null> {
  if (link === null || !path.some(({ id }) => id === link.itemId)) return null;
  const { itemId, stamp } = link;
  const trial = await tryLinkIn(reads, { visitor: user, name: { itemId }, provedStamp: stamp, now: clock.now() });
  if (trial.kind !== 'open' || trial.pass.stamp !== stamp) return null;
  return { pass: trial.pass, address: linkAddress(settings.publicUrl(), trial.live.link.token) };
}

/** The latest `limits.recentlyLinked` items that a user reached through shared links and can still reach, by id. */
export async function recentlyLinked(
  service: Service,
  reads: MetadataReads,
  caller: Caller,
): Promise<ReadonlyMap<string, RecentLink & { readonly item: ItemRecord }>> {
  const since = service.clock.now() - limits.recentItemLifeMs;
  const query = { userId: caller.user.id, since, after: null, limit: limits.recentlyLinked, onlyByLink: true };
  const recents = new Map((await reads.recents.list(query)).map((recent) => [recent.itemId, recent]));
  const linked = new Map<string, RecentLink & { readonly item: ItemRecord }>();
  for (const item of await reads.items.getMany([...recents.keys()])) {
    const recent = recents.get(item.id);
    const path = [...(await reads.items.ancestors(item)), item];
    const link = recent ? await recentLink(service, reads, caller, recent, path) : null;
    if (link) linked.set(item.id, { ...link, item });
  }
  return linked;
}
