import { say } from '../../../../contract/rules/say.ts';
import { Refusal } from '../../refusal.ts';
import type { Caller, Service } from '../../service.ts';
import { changeVersion } from './change-version.ts';
import type { VersionTarget } from './get-version.ts';

/**
 * Moves a past version to the trash; `ifMatch` is the etag of the file.
 * @throws Refusal for the current version.
 */
export async function deleteVersion(
  service: Service,
  caller: Caller,
  target: VersionTarget & { readonly ifMatch?: string | undefined },
): Promise<void> {
  await changeVersion(service, caller, target, 'DELETE', ({ termStart }, version, file) => {
    if (version.id === file.versionId) {
      const message = say`The current version of a file cannot be deleted. Delete the file, or promote another version first.`;
      throw new Refusal('bad_request', message);
    }
    if (version.trashedAt !== null) throw new Refusal('trashed', say`Version ${version.id} is already in the trash.`);
    return { ...version, trashedAt: termStart, trashedBy: caller.user.id };
  });
}
