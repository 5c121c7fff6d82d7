import type { FullFileVersion } from '../../../../contract/resources/items/file-version.ts';
import { say } from '../../../../contract/rules/say.ts';
import { requireItem } from '../../access/item-access.ts';
import { requireUnlocked } from '../../access/locks.ts';
import { changeIn } from '../../change/change.ts';
import { treesOf } from '../../change/scope.ts';
import { Refusal } from '../../refusal.ts';
import { answerVersion } from '../../representation/items/version.ts';
import type { Caller, Service } from '../../service.ts';
import type { VersionTarget } from './get-version.ts';
import { requireVersion } from './require-version.ts';

/**
 * Restores a trashed version (service-api.md 4.10).
 * @throws Refusal `not_trashed` if it is not in the trash.
 */
export async function restoreVersion(
  service: Service,
  caller: Caller,
  target: VersionTarget,
): Promise<FullFileVersion> {
  return changeIn(service, caller, treesOf(caller, target.fileId), async ({ tx, now }) => {
    const { item } = await requireItem(tx, caller, 'file', target.fileId, 'organise');
    requireUnlocked(item, { caller, now });
    const version = await requireVersion(tx, item.id, target.versionId);
    if (version.trashedAt === null) {
      throw new Refusal('not_trashed', say`Version ${version.id} is not in the trash.`);
    }
    const restored = { ...version, trashedAt: null, trashedBy: null, restoredAt: now, restoredBy: caller.user.id };
    await tx.versions.update(restored);
    return answerVersion(service, tx, caller, restored);
  });
}
