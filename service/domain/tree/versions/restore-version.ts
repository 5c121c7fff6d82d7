import type { FullFileVersion } from '../../../../contract/resources/items/file-version.ts';
import { say } from '../../../../contract/rules/say.ts';
import { Refusal } from '../../refusal.ts';
import type { Caller, Service } from '../../service.ts';
import { changeVersion } from './change-version.ts';
import type { VersionTarget } from './get-version.ts';

/**
 * Restores a trashed version (interface 4.10).
 * @throws Refusal `not_trashed` if it is not in the trash.
 */
export async function restoreVersion(
  service: Service,
  caller: Caller,
  target: VersionTarget,
): Promise<FullFileVersion> {
  return changeVersion(service, caller, target, 'UNDELETE', ({ now }, version) => {
    if (version.trashedAt === null) {
      throw new Refusal('not_trashed', say`Version ${version.id} is not in the trash.`);
    }
    return { ...version, trashedAt: null, trashedBy: null, restoredAt: now, restoredBy: caller.user.id };
  });
}
