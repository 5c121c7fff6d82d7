import type { MarkerPage } from '../../../../../contract/resources/paging.ts';
import type { HubItem } from '../../../../../contract/resources/surfaces/hub.ts';
import type { HubItemRecord } from '../../../../ports/metadata/surfaces/hubs.ts';
import type { MetadataReads } from '../../../../ports/metadata-store.ts';
import { pageByMarker, readListMarker } from '../../../kernel/paging/list-marker.ts';
import type { Caller, Service } from '../../../service.ts';
import { requireHub } from '../require-hub.ts';
import { requireBlock } from './require-block.ts';
import { visibleItem } from './visible-item.ts';

/** Input of `listHubItems`; `blockId` limits it to one block of the hub. */
export interface ListHubItems {
  readonly hubId: string;
  readonly blockId: string | undefined;
  readonly marker: string | undefined;
  readonly limit: number;
}

interface ShownItem {
  readonly record: HubItemRecord;
  readonly item: HubItem;
}

/** Lists the items of a hub that the caller may see, in the order in which they were added. */
export async function listHubItems(
  service: Service,
  caller: Caller,
  { hubId, blockId, marker, limit }: ListHubItems,
): Promise<MarkerPage<HubItem>> {
  const { markerKey } = service.settings;
  const list = ['hub items', hubId, blockId ?? ''];
  const [after = 0] = readListMarker(markerKey, list, marker) ?? [];
  return service.store.read(async (reads) => {
    await requireHub(reads, caller, hubId, 'view');
    if (blockId !== undefined) await requireBlock(reads, hubId, blockId);
    const rows = await shownItems(reads, caller, { hubId, blockId, after: Number(after), limit: limit + 1 });
    const page = pageByMarker(markerKey, list, { rows, limit, cursorOf: ({ record }) => [record.position] });
    return { ...page, entries: page.entries.map(({ item }) => item) };
  });
}

/** Reads on until the page is full of visible items or the hub ends. */
async function shownItems(
  reads: MetadataReads,
  caller: Caller,
  query: {
    readonly hubId: string;
    readonly blockId: string | undefined;
    readonly after: number;
    readonly limit: number;
  },
): Promise<readonly ShownItem[]> {
  const shown: ShownItem[] = [];
  for (let { after } = query; ; ) {
    const records = await reads.hubs.listItems({ ...query, after });
    for (const record of records) {
      const item = await visibleItem(reads, caller, record.itemId);
      if (item) shown.push({ record, item: { id: item.id, type: item.kind, name: item.name } });
      if (shown.length === query.limit) return shown;
    }
    after = records.at(-1)?.position ?? after;
    if (records.length < query.limit) return shown;
  }
}
