import type { FullFileVersion } from '../../../../contract/resources/items/file-version.ts';
import { nameKey } from '../../../../contract/rules/names.ts';
import type { FileRecord } from '../../../ports/metadata/items/items.ts';
import type { VersionRecord } from '../../../ports/metadata/items/versions.ts';
import { requireItem } from '../../access/item-access.ts';
import { requireUnlocked } from '../../access/locks.ts';
import { requireMatch } from '../../access/preconditions.ts';
import { type Change, changeIn, emitItemEvent } from '../../change/change.ts';
import { treesOf } from '../../change/scope.ts';
import { together } from '../../kernel/work/together.ts';
import { answerVersion } from '../../representation/items/version.ts';
import type { Caller, Service } from '../../service.ts';
import type { VersionTarget } from './get-version.ts';
import { requireVersion } from './require-version.ts';

/**
 * Trashes or restores a version: `next` returns its new state, or refuses. Everyone who sees the file gets an event, but the file itself
 * does not change: its sequence id rises, so that the event is not taken for an old one, and its etag and last editor stay. `ifMatch` is
 * the etag of the file.
 */
export async function changeVersion(
  service: Service,
  caller: Caller,
  target: VersionTarget & { readonly ifMatch?: string | undefined },
  adminType: 'DELETE' | 'UNDELETE',
  next: (change: Change, version: VersionRecord, file: FileRecord) => VersionRecord,
): Promise<FullFileVersion> {
  return changeIn(service, caller, treesOf(caller, target.fileId), async (change) => {
    const { tx } = change;
    const { item, ancestors } = await requireItem(tx, caller, 'file', target.fileId, 'organise');
    requireUnlocked(item, change);
    requireMatch(item, target.ifMatch);
    const version = next(change, await requireVersion(tx, item.id, target.versionId), item);
    const file = { ...item, sequenceId: item.sequenceId + 1 };
    await together([
      tx.versions.update(version),
      tx.items.update(file, nameKey(file.name)),
      emitItemEvent(change, 'ITEM_MODIFY', file, ancestors, { adminType, details: { version_id: version.id } }),
    ]);
    return answerVersion(service, tx, caller, version);
  });
}
