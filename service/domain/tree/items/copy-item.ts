import { say } from '../../../../contract/rules/say.ts';
import type { ItemRecords } from '../../../ports/metadata/items/items.ts';
import type { ItemSnapshot } from '../../../ports/metadata/streams/events.ts';
import { type ItemView, requireItem } from '../../access/item-access.ts';
import { isUnchanged } from '../../access/preconditions.ts';
import { requireReveal } from '../../access/reveal.ts';
import type { Change } from '../../change/change.ts';
import type { Place } from '../../change/place.ts';
import { together } from '../../kernel/work/together.ts';
import { Refusal } from '../../refusal.ts';
import { destinationOf } from './destination.ts';

/** The kinds of items that can be copied by themselves. */
type CopiedKind = 'file' | 'folder';

/** Input of a copy. */
export interface CopyItem {
  readonly itemId: string;
  readonly parentId: string;
  readonly name?: string | undefined;
  readonly ifNoneMatch?: string | undefined;
}

/** A permitted copy: its original, its location and its name. */
export interface PermittedCopy<Kind extends CopiedKind> {
  readonly original: ItemView<ItemRecords[Kind]>;
  readonly place: Place;
  readonly name: string;
}

/**
 * Checks the rights to a copy; its name is checked later.
 * @throws Refusal `bad_request` for the root.
 */
export async function requireCopy<Kind extends CopiedKind>(
  change: Change,
  kind: Kind,
  request: CopyItem,
): Promise<PermittedCopy<Kind> | 'not_modified'> {
  const { tx, caller } = change;
  const [original, destination] = await together([
    requireItem(tx, caller, kind, request.itemId, 'copy'),
    destinationOf(change, request.parentId),
  ]);
  const { item } = original;
  await tx.requireTrees([item.ownerId]);
  if (item.parentId === null) throw new Refusal('bad_request', say`The root folder cannot be copied.`);
  if (isUnchanged(item, request.ifNoneMatch)) return 'not_modified';
  // Copying a folder grants its bytes, so it requires the right to download them.
  requireReveal('bytes', original, change);
  if (destination instanceof Refusal) throw destination;
  return { original, place: destination, name: request.name ?? item.name };
}

/** The fields that a copy does not take from its original. */
export function copyFields({ now, caller }: Change, { place, name }: PermittedCopy<CopiedKind>, id: string) {
  return {
    id,
    ownerId: place.folder.ownerId,
    parentId: place.folder.id,
    name,
    etag: 0,
    sequenceId: 0,
    createdAt: now,
    modifiedAt: now,
    createdBy: caller.user.id,
    modifiedBy: caller.user.id,
  };
}

/** The original in the event of its copy. */
export function snapshotOf({ item, ancestors }: ItemView): ItemSnapshot {
  return { item, ancestors };
}
