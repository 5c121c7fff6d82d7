import type { MarkerPage } from '../../../../../contract/resources/paging.ts';
import type { HubItem } from '../../../../../contract/resources/surfaces/hub.ts';
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

/**
 * Lists the items of a hub that the caller may see, in the order in which they were added. The others are left out, so a page may be short
 * without being the last.
 */
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
    const rows = await reads.hubs.listItems({ hubId, blockId, after: Number(after), limit: limit + 1 });
    const page = pageByMarker(markerKey, list, { rows, limit, cursorOf: ({ position }) => [position] });
    const entries: HubItem[] = [];
    for (const { itemId } of page.entries) {
      const item = await visibleItem(reads, caller, itemId);
      if (item) entries.push({ id: item.id, type: item.kind, name: item.name });
    }
    return { ...page, entries };
  });
}
