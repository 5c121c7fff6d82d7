import { say } from '../../../../contract/rules/say.ts';
import { requireItem } from '../../access/item-access.ts';
import { requireUnlocked } from '../../access/locks.ts';
import { requireMatch } from '../../access/preconditions.ts';
import { changeIn } from '../../change/change.ts';
import { treesOf } from '../../change/scope.ts';
import { Refusal } from '../../refusal.ts';
import type { Caller, Service } from '../../service.ts';
import type { VersionTarget } from './get-version.ts';
import { requireVersion } from './require-version.ts';

/**
 * Moves a past version to the trash; `ifMatch` is the etag of the file.
 * @throws Refusal for the current version.
 */
export async function deleteVersion(
  service: Service,
  caller: Caller,
  target: VersionTarget & { readonly ifMatch?: string | undefined },
): Promise<void> {
  await changeIn(service, caller, treesOf(caller, target.fileId), async ({ tx, now, termStart }) => {
    const { item } = await requireItem(tx, caller, 'file', target.fileId, 'organise');
    requireUnlocked(item, { caller, now });
    requireMatch(item, target.ifMatch);
    const version = await requireVersion(tx, item.id, target.versionId);
    if (version.id === item.versionId) {
      const message = say`The current version of a file cannot be deleted. Delete the file, or promote another version first.`;
      throw new Refusal('bad_request', message);
    }
    if (version.trashedAt !== null) throw new Refusal('trashed', say`Version ${version.id} is already in the trash.`);
    await tx.versions.update({ ...version, trashedAt: termStart, trashedBy: caller.user.id });
  });
}
