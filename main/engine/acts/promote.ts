import type { RemoteEntry } from '../model/entry.ts';
import { type Answer, refusedBy } from '../model/refusal.ts';
import type { RemoteVersion } from '../ports/remote/remote-history.ts';
import { type Act, type ActEntry, refusalOf } from './act.ts';

/** Makes a past version of a file the current one on the service. The file keeps its name, although the version brings back its name of that time. */
export async function promote(
  act: Act,
  item: RemoteEntry,
  version: RemoteVersion,
  entry: Pick<ActEntry, 'rule' | 'path' | 'localId' | 'undoes'>,
): Promise<Answer<Record<string, never>>> {
  const { remote } = act.context.parts;
  const { path } = entry;
  const answer = await remote.promote(item.id, version.id);
  // The service takes the version's name together with its content, even if only for a moment.
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
  const { name, parentId, etag } = answer.entry;
  if (name !== item.name && parentId !== null) {
    await remote.move({ id: item.id, kind: 'file', parentId, name: item.name, ifMatch: etag });
  }
  return { ok: true, value: {} };
}
