import type { FullFileVersion } from '../../../../contract/resources/items/file-version.ts';
import { say } from '../../../../contract/rules/say.ts';
import { requireItem } from '../../access/item-access.ts';
import { requireMatch } from '../../access/preconditions.ts';
import { changeIn } from '../../change/change.ts';
import { announceVersion, insertVersion } from '../../change/contents/new-content.ts';
import { treesOf } from '../../change/scope.ts';
import { together } from '../../kernel/work/together.ts';
import { Refusal } from '../../refusal.ts';
import { answerVersion } from '../../representation/items/version.ts';
import type { Caller, Service } from '../../service.ts';
import type { VersionTarget } from './get-version.ts';
import { requireVersion, versionOfFile } from './require-version.ts';

/** `name`: the file's name afterwards; absent: the version's. `ifMatch`: the etag of the file. */
export interface PromoteVersion extends VersionTarget {
  readonly name?: string | undefined;
  readonly ifMatch?: string | undefined;
}

/**
 * Creates a new current version from a past one: the file takes its content, its content date and its name, unless the request
 * names it. The past version stays; the content is shared. Returns the new version.
 * @throws Refusal `precondition_failed` if the file has changed since `ifMatch`.
 */
export async function promoteVersion(
  service: Service,
  caller: Caller,
  { fileId, versionId, name, ifMatch }: PromoteVersion,
): Promise<FullFileVersion> {
  return changeIn(service, caller, treesOf(caller, fileId), async (change) => {
    const { tx } = change;
    const [view, found] = await together([requireItem(tx, caller, 'file', fileId, 'edit'), tx.versions.get(versionId)]);
    requireMatch(view.item, ifMatch);
    const past = versionOfFile(view.item.id, versionId, found);
    if (past.trashedAt !== null)
      throw new Refusal('trashed', say`Version ${past.id} is in the trash. Restore it first.`);
    if (past.id === view.item.versionId) return answerVersion(service, tx, caller, past);
    const next = await insertVersion(change, view, name ?? past.name, past, 'ITEM_MAKE_CURRENT_VERSION');
    const [version] = await together([
      requireVersion(tx, next.item.id, next.item.versionId),
      announceVersion(change, view.item, next, 'ITEM_MAKE_CURRENT_VERSION'),
    ]);
    return answerVersion(service, tx, caller, version);
  });
}
