import { createHash } from 'node:crypto';
import { type Change, changeIn } from '../../change/change.ts';
import { emitUse } from '../../change/events/emit-use.ts';
import { treesOf } from '../../change/scope.ts';
import { goesOnWithinMs } from '../../kernel/use-log.ts';
import type { Caller, Service } from '../../service.ts';

/** A use of an item that does not change it. */
export interface ItemUse {
  readonly what: 'download' | 'preview';
  readonly itemId: string;
}

/** A read that may continue, or be continued by, a read through another process. */
export interface SeriesRead {
  /** The reader and the content, as from `readerOf`. */
  readonly reader: string;
  /** False if the first byte is not in it: such a read continues a recent one. */
  readonly isStart: boolean;
}

/**
 * Records a download or a preview in the owner's stream, the administrators' log and the webhooks, and counts it for the shared
 * link it went through. A read that continues a series is recorded already, by this or another process.
 */
export async function recordUse(
  service: Service,
  caller: Caller,
  use: ItemUse,
  series: SeriesRead | null,
): Promise<void> {
  await recordUses(service, caller, [use], series);
}

/** The same for many uses, in one change. */
export async function recordUses(
  service: Service,
  caller: Caller,
  uses: readonly ItemUse[],
  series: SeriesRead | null = null,
): Promise<void> {
  const { sharedLink } = caller;
  // The uses of a shared link are counted in a row that its owner may be changing.
  const scope = sharedLink === null ? 'apart' : treesOf(caller, sharedLink.itemId);
  await changeIn(service, caller, scope, async (change) => {
    if (series !== null && !(await begins(change, series))) return;
    for (const { what, itemId } of uses) {
      const item = await change.tx.items.get(itemId);
      // It may have been permanently deleted in the meantime.
      if (!item) continue;
      // A folder is downloaded by its files, which are counted.
      if (sharedLink !== null && item.kind !== 'folder') await change.tx.sharedLinks.count(sharedLink.itemId, what);
      const eventType = what === 'download' ? 'ITEM_DOWNLOAD' : 'ITEM_PREVIEW';
      await emitUse(change, eventType, item, await change.tx.items.ancestors(item));
    }
  });
}

async function begins({ tx, now }: Change, { reader, isStart }: SeriesRead): Promise<boolean> {
  const digest = createHash('sha256').update(reader).digest('hex');
  return tx.useSeries.begin(digest, { now, since: isStart ? null : now - goesOnWithinMs });
}
