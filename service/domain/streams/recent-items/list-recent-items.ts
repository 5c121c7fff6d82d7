import type { RecentItem } from '../../../../contract/resources/streams/recent-item.ts';
import { limits } from '../../../../contract/rules/limits.ts';
import type { RecentItemRecord } from '../../../ports/metadata/streams/recent-items.ts';
import type { MetadataReads } from '../../../ports/metadata-store.ts';
import { accessTo, type ItemView, isTrashed } from '../../access/item-access.ts';
import { readListMarker, writeListMarker } from '../../kernel/paging/list-marker.ts';
import { presentDate } from '../../representation/dates.ts';
import { answerViews } from '../../representation/items/present-views.ts';
import type { Caller, Service } from '../../service.ts';
import { type RecentLink, recentLink } from './recent-links.ts';

/** Selects a page of the recent items, with the requested fields. */
export interface ListRecentItems {
  readonly marker: string | undefined;
  readonly limit: number;
  readonly fields: readonly string[] | undefined;
}

/** A recent item that the caller can still see. */
interface SeenItem {
  readonly recent: RecentItemRecord;
  /** The shared link that the caller came through, as long as it works. */
  readonly link: RecentLink | null;
  readonly view: ItemView;
}

/** The caller's recent items that are still visible, latest first; at most `limits.recentItems` in all. */
export async function listRecentItems(
  service: Service,
  caller: Caller,
  { marker, limit, fields }: ListRecentItems,
): Promise<{ entries: RecentItem[]; limit: number; next_marker: string | null }> {
  const { markerKey } = service.settings;
  const list = ['recent_items', caller.user.id];
  const [time, itemId, shown = 0] = readListMarker(markerKey, list, marker) ?? [];
  const after = time === undefined ? null : { interactedAt: Number(time), itemId: String(itemId) };
  const wanted = Math.min(limit, limits.recentItems - Number(shown));
  return service.store.read(async (reads) => {
    const since = service.clock.now() - limits.recentItemLifeMs;
    const found = wanted <= 0 ? [] : await seenItems(service, reads, caller, { since, after, wanted: wanted + 1 });
    const page = found.slice(0, wanted);
    const last = page.at(-1)?.recent;
    const total = Number(shown) + page.length;
    const hasMore = found.length > wanted && total < limits.recentItems && last !== undefined;
    const items = await answerViews(
      service,
      reads,
      caller,
      page.map(({ view }) => view),
      { fields, whenAbsent: 'standard' },
    );
    return {
      entries: page.flatMap(({ recent, link }, index) => {
        const item = items[index];
        if (!item) return [];
        const { interaction, interactedAt } = recent;
        return [
          {
            type: 'recent_item' as const,
            item,
            interaction_type: interaction,
            interacted_at: presentDate(interactedAt),
            ...(link ? { interaction_shared_link: link.address } : {}),
          },
        ];
      }),
      limit,
      next_marker: hasMore ? writeListMarker(markerKey, list, [last.interactedAt, last.itemId, total]) : null,
    };
  });
}

/** Skips items that are deleted, in the trash or inaccessible, a batch at a time. */
async function seenItems(
  service: Service,
  reads: MetadataReads,
  caller: Caller,
  page: { readonly since: number; readonly after: SeenCursor | null; readonly wanted: number },
): Promise<readonly SeenItem[]> {
  const seen: SeenItem[] = [];
  let after = page.after;
  while (seen.length < page.wanted) {
    const query = { userId: caller.user.id, since: page.since, after, limit: page.wanted };
    const recents = await reads.recents.list(query);
    seen.push(...(await visibleOf(service, reads, caller, recents)));
    after = recents.at(-1) ?? null;
    if (recents.length < page.wanted || after === null) break;
  }
  return seen.slice(0, page.wanted);
}

type SeenCursor = Pick<RecentItemRecord, 'interactedAt' | 'itemId'>;

async function visibleOf(
  service: Service,
  reads: MetadataReads,
  caller: Caller,
  recents: readonly RecentItemRecord[],
): Promise<readonly SeenItem[]> {
  const items = new Map(
    (await reads.items.getMany(recents.map(({ itemId }) => itemId))).map((item) => [item.id, item]),
  );
  const seen: SeenItem[] = [];
  for (const recent of recents) {
    const item = items.get(recent.itemId);
    const ancestors = item ? await reads.items.ancestors(item) : [];
    if (!item || isTrashed({ item, ancestors })) continue;
    const link = await recentLink(service, reads, caller, recent, [...ancestors, item]);
    const own = await accessTo(reads, caller, item, ancestors);
    const access = own ?? (link && (await accessTo(reads, { ...caller, sharedLink: link.pass }, item, ancestors)));
    if (access) seen.push({ recent, link, view: { item, ancestors, access } });
  }
  return seen;
}

/** Maximum rows removed per transaction. */
const batch = 1000;

/** Removes entries that are too old. Returns how many. */
export async function dropOldRecentItems(service: Service): Promise<number> {
  const time = service.clock.now() - limits.recentItemLifeMs;
  let total = 0;
  for (;;) {
    const count = await service.store.transaction(({ recents }) => recents.deleteBefore(time, batch), 'apart');
    total += count;
    if (count < batch) return total;
  }
}
