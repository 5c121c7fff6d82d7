import type { FileRecord } from '../../../ports/metadata/items/items.ts';
import type { ItemView } from '../../access/item-access.ts';
import { together } from '../../kernel/work/together.ts';
import { Refusal, refusedOr } from '../../refusal.ts';
import type { Change } from '../change.ts';
import type { Place } from '../place.ts';
import { surroundingsOf } from '../surroundings.ts';
import { addSizes, makeFile, type NewContent } from './new-content.ts';

/** One of many new files. */
export interface NewFile {
  readonly name: string;
  readonly content: NewContent;
}

/**
 * Creates many files in one folder. Each is created as by `addFile`, but shared facts are looked up once and totals are updated
 * once. A refused file leaves nothing behind and does not affect the others.
 */
export async function addFiles(
  change: Change,
  place: Place,
  files: readonly NewFile[],
): Promise<readonly (ItemView<FileRecord> | Refusal)[]> {
  const { tx } = change;
  const [surroundings, room, ids] = await together([
    surroundingsOf(change, place),
    tx.users.roomOf(place.folder.ownerId),
    tx.allocatePairs(files.length),
  ]);
  const made: (ItemView<FileRecord> | Refusal)[] = [];
  let pendingBytes = 0;
  for (const [index, { name, content }] of files.entries()) {
    const among = { pendingBytes, surroundings, room, ids: ids[index] };
    const outcome = await refusedOr(() => makeFile(change, place, name, content, among));
    if (!(outcome instanceof Refusal)) pendingBytes += content.sizeBytes;
    made.push(outcome);
  }
  await addSizes(change, place, pendingBytes);
  return made;
}
