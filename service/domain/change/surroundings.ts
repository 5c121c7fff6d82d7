import type { AncestorRecord } from '../../ports/metadata/items/items.ts';
import { together } from '../kernel/work/together.ts';
import type { Change, Surroundings } from './change.ts';
import { audienceOf } from './events/audience.ts';
import type { Place } from './place.ts';

/**
 * Facts that all new files in one folder share. Valid within the current change, since nothing else changes the folder. Webhooks on
 * `further` items fire too.
 */
export async function surroundingsOf(
  change: Change,
  { folder, ancestors }: Place,
  further: readonly AncestorRecord[] = [],
): Promise<Surroundings> {
  const { tx, service } = change;
  const place = { ownerId: folder.ownerId, ancestors };
  const [audience, isGoverned, isWatched] = await together([
    // The folder is the last ancestor: everyone who sees the folder sees its children.
    audienceOf(tx, folder, ancestors.slice(0, -1)),
    service.reactions.isGoverned(change, place),
    service.reactions.isWatched(
      tx,
      [...ancestors, ...further].map(({ id }) => id),
    ),
  ]);
  return { audience, isGoverned, isWatched };
}
