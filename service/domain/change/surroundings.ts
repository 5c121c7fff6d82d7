import { audienceOf } from './audience.ts';
import type { Change, Surroundings } from './change.ts';
import type { Place } from './place.ts';

/** What all new files in one folder share. Good within the change that asked: nothing else changes the folder meanwhile. */
export async function surroundingsOf(change: Change, { folder, ancestors }: Place): Promise<Surroundings> {
  const { tx, service } = change;
  const place = { ownerId: folder.ownerId, ancestors };
  return {
    // The folder is the last of the ancestors: what has it as its place is seen by who sees the folder.
    audience: await audienceOf(tx, folder, ancestors.slice(0, -1)),
    isGoverned: await service.reactions.isGoverned(change, place),
    isWatched: await service.reactions.isWatched(tx, place),
  };
}
