import { type RemoteEntry, sameContent } from '../model/entry.ts';
import { sameName } from '../model/names/name-key.ts';
import { type Answer, refusedBy } from '../model/refusal.ts';
import type { RemoteVersion, Restored } from '../ports/remote/remote-history.ts';
import type { RootContext } from '../root/root-context.ts';
import { type Act, type ActEntry, refusalOf } from './act.ts';

/** Makes a past version of a file the current one on the service. The file keeps its name. */
export async function promote(
  act: Act,
  item: RemoteEntry,
  version: RemoteVersion,
  entry: Pick<ActEntry, 'rule' | 'path' | 'localId' | 'undoes'>,
): Promise<Answer<Record<string, never>>> {
  const { path } = entry;
  const answer = await send(act, item, version);
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

async function send(act: Act, item: RemoteEntry, version: RemoteVersion): Promise<Restored> {
  try {
    const answer = await act.remote.promote(item, version.id);
    if (answer.ok && answer.entry.name === version.name) agreeOnName(act.context, item, version.name);
    return answer;
  } catch (error) {
    // Perhaps only the answer was lost.
    const now = await act.remote.item(item.id, 'file').catch(() => null);
    if (now?.name === version.name && sameContent(now.content, version.content)) {
      agreeOnName(act.context, item, version.name);
    }
    throw error;
  }
}

/**
 * A service that does not keep the name has given the file the version's. No one asked for that, so it counts as agreed, and the next plan
 * sends the name that the file has here (SPEC P6). Written any earlier, the row could name a place that the service never gave the file.
 */
function agreeOnName({ root }: RootContext, before: RemoteEntry, name: string): void {
  const row = root.syncedByItem(before.id);
  // An alias (SPEC P35) is no name to send.
  if (row === undefined || name === before.name || !sameName(row.localName, row.remoteName)) return;
  root.putSynced({ ...row, localName: name, remoteName: name });
}
