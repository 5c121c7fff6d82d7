import type { RemoteEntry, SyncedEntry } from '../model/entry.ts';
import { sameName } from '../model/names/name-key.ts';
import { type Answer, refusedBy } from '../model/refusal.ts';
import type { RemoteVersion } from '../ports/remote/remote-history.ts';
import type { RootContext } from '../root/root-context.ts';
import { type Act, type ActEntry, refusalOf } from './act.ts';

/** Makes a past version of a file the current one on the service. The file keeps its name. */
export async function promote(
  act: Act,
  item: RemoteEntry,
  version: RemoteVersion,
  entry: Pick<ActEntry, 'rule' | 'path' | 'localId' | 'undoes'>,
): Promise<Answer<Record<string, never>>> {
  const { root, parts } = act.context;
  const { path } = entry;
  const agreed = agreeOnName(act.context, item, version);
  const answer = await parts.remote.promote(item, version.id);
  if (agreed !== null && !(answer.ok && answer.entry.name === version.name)) root.putSynced(agreed);
  // A service that does not keep names takes the version's together with its content.
  if (!answer.ok && answer.reason === 'taken') {
    return refusedBy('name_taken', { code: 'version_name_taken', args: { path } });
  }
  if (!answer.ok) return refusalOf(answer, path);
  act.note({
    kind: 'promote-version',
    side: 'remote',
    itemKind: 'file',
    itemId: item.id,
    before: { itemId: item.id, versionId: item.versionId, sha1: item.content?.sha1 ?? null },
    after: { itemId: item.id, versionId: answer.entry.versionId, sha1: version.content.sha1 },
    ...entry,
  });
  return { ok: true, value: {} };
}

/**
 * A service that does not keep the name gives the file the version's, even if its answer is lost. So that name counts as agreed before: once the
 * service reports it, the item gets the name that the file has here (SPEC P6). Returns the agreement until now; null: it is unchanged.
 */
function agreeOnName(
  { root }: RootContext,
  item: RemoteEntry,
  { name }: Pick<RemoteVersion, 'name'>,
): SyncedEntry | null {
  const row = root.syncedByItem(item.id);
  // An alias (SPEC P35) is no name to send.
  if (row === undefined || name === null || name === item.name || !sameName(row.localName, row.remoteName)) return null;
  root.transaction(() => {
    root.putSynced({ ...row, localName: name, remoteName: name });
    // The next plan settles the name, whatever the service did.
    root.markDirtyLocal(row.localId);
  });
  return row;
}
