import type { TandemBridge } from '../../../../preload/ipc/transport/bridge.ts';
import { CommandRefused } from '../../../state/bridge/bridge.ts';
import type { Item } from '../../../state/items/item.ts';
import { callService } from '../../../state/service/service.ts';

export type Labelled = Extract<Item, { type: 'file' | 'folder' }>;

export type Labels = { readonly tags: readonly string[]; readonly description: string };

/** Attempts while others change the item between each reading and writing. */
const MOST_ATTEMPTS = 5;

/**
 * Changes the labels that the item has now, which may be others than a page shows: what someone else saved is not overwritten. `change` may throw, and
 * then nothing is written.
 */
export async function changeLabels(
  bridge: TandemBridge,
  item: Labelled,
  change: (labels: Labels) => Partial<Labels>,
): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    const { etag, tags = [], description = '' } = await read(bridge, item);
    try {
      return await write(bridge, item, etag ?? null, change({ tags, description }));
    } catch (error) {
      const isStale = error instanceof CommandRefused && error.code === 'precondition_failed';
      if (!isStale || attempt === MOST_ATTEMPTS) throw error;
    }
  }
}

function read(bridge: TandemBridge, item: Labelled) {
  const fields = 'etag,tags,description';
  return item.type === 'file'
    ? callService(bridge, 'getFile', { params: { file_id: item.id }, query: { fields } })
    : callService(bridge, 'getFolder', { params: { folder_id: item.id }, query: { fields, limit: 1 } });
}

/** The answer names what changed and where it is, so that the cached labels change at once. */
async function write(
  bridge: TandemBridge,
  item: Labelled,
  etag: string | null,
  { tags, description }: Partial<Labels>,
): Promise<void> {
  const request = {
    query: { fields: 'tags,description,parent' },
    headers: etag === null ? {} : { 'if-match': etag },
    body: {
      ...(description === undefined ? {} : { description }),
      // The format has no empty list of tags: null removes them all.
      ...(tags === undefined ? {} : { tags: tags.length === 0 ? null : [...tags] }),
    },
  };
  if (item.type === 'file') await callService(bridge, 'updateFile', { params: { file_id: item.id }, ...request });
  else await callService(bridge, 'updateFolder', { params: { folder_id: item.id }, ...request });
}
