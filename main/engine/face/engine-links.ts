import { dirname, resolve } from 'node:path';
import PQueue from 'p-queue';
import type { RootStatusData } from '../../../preload/ipc/shapes/status.ts';
import { type Answer, type Refused, refusedBy, rootNotFound } from '../model/refusal.ts';
import { parseMarker } from '../model/root-marker.ts';
import { rootState } from '../observe/local/root-state.ts';
import { FileSystemError } from '../ports/file-system.ts';
import { releaseLateSaves } from '../recover/late-saves.ts';
import { localNesting } from '../recover/local-nesting.ts';
import { endUploads } from '../recover/retire-transfers.ts';
import { type LinkRequest, linkRoot, otherAccount, overlapping } from '../recover/root-link.ts';
import type { RootRenewal } from '../recover/root-renewal.ts';
import type { EngineRoots } from '../root/account/engine-roots.ts';
import type { EngineParts } from '../root/engine-parts.ts';
import type { RootRecord } from '../store/root-table.ts';

/** Adding, removing and recovering sync roots. */
export type EngineLinks = {
  /** Links two folders, or points a lost root to its folder. */
  addRoot(request: LinkRequest): Promise<Answer<RootStatusData>>;
  /** Local folders in this state that are linked under another account. They are left alone until that account signs in (E96). */
  foreignRoots(): readonly string[];
  /** Removes the link and our marker; both sides keep their files. */
  removeRoot(id: number): Promise<Answer<Record<string, never>>>;
  /**
   * Recovers a root whose folder was emptied, replaced or deleted; always a person's decision (edge case 69).
   * - `restore`: download everything again into the folder as it is now; its current contents stay.
   * - `accept`: continue with the folder as it is now. Items missing from it go to the service's trash; the guard asks first if there are many.
   */
  recoverRoot(id: number, choice: RecoverChoice): Promise<Answer<RootStatusData>>;
};

export type RecoverChoice = 'restore' | 'accept';

export type EngineLinksParts = {
  readonly parts: EngineParts;
  readonly roots: EngineRoots;
  readonly isStarted: () => boolean;
  /** The current status of every root. */
  readonly statuses: () => readonly RootStatusData[];
  readonly changed: () => void;
};

export function createEngineLinks({ parts, roots, isStarted, statuses, changed }: EngineLinksParts): EngineLinks {
  const answer = (record: RootRecord): Answer<RootStatusData> => {
    const status = statuses().find((root) => root.id === record.id);
    return status === undefined ? otherAccount(record) : { ok: true, value: status };
  };
  /** One after another: roots must not contain each other, and only a linked one is known. */
  const links = new PQueue({ concurrency: 1 });
  const addRoot: EngineLinks['addRoot'] = async (request) => {
    const linked = await linkRoot(parts, request);
    if (!linked.ok) return linked;
    const { record, renewal } = linked.value;
    const refusal = renewal === null ? null : await renewed(roots, record.id, renewal, resolve(request.localPath));
    if (refusal !== null) return refusal;
    const now = roots.find(record.id) ?? record;
    roots.open(now);
    if (isStarted()) roots.begin(now);
    return answer(now);
  };
  return {
    addRoot: (request) => links.add(() => addRoot(request)),
    foreignRoots: () =>
      parts.store.roots().flatMap(({ account, localPath }) => (account === parts.account ? [] : [localPath])),
    removeRoot: async (id) => {
      const record = roots.find(id);
      if (record === undefined) return rootNotFound();
      await roots.remove(id, async () => {
        await releaseOurs(parts, roots, record);
        endUploads(parts, String(record.id));
        parts.store.removeRoot(record.id);
      });
      await removeMark(parts, record);
      changed();
      return { ok: true, value: {} };
    },
    recoverRoot: async (id, choice) => {
      const record = roots.find(id);
      if (record === undefined) return rootNotFound();
      const { localPath } = record;
      const renewal = await renewalFor(parts, record, choice).catch((error: unknown) => unusable(error, localPath));
      const refusal = 'ok' in renewal ? renewal : await renewed(roots, id, renewal, localPath);
      return refusal ?? answer(roots.find(id) ?? record);
    },
  };
}

/** Null: the root was reopened. */
async function renewed(
  roots: EngineRoots,
  id: number,
  renewal: RootRenewal,
  localPath: string,
): Promise<Refused | null> {
  try {
    const isDone = await roots.renew(id, renewal);
    return isDone ? null : refusedBy('changed_since', { code: 'changed_since', args: { path: localPath } });
  } catch (error) {
    return unusable(error, localPath);
  }
}

function unusable(error: unknown, path: string): Refused {
  if (!(error instanceof FileSystemError)) throw error;
  return refusedBy('local_unreadable', { code: 'folder_unusable', args: { path, reason: error.code } });
}

async function releaseOurs(parts: EngineParts, roots: EngineRoots, record: RootRecord): Promise<void> {
  const context = roots.contexts().find((one) => one.record.id === record.id);
  if (context !== undefined) await ifOurs(parts, record, () => releaseLateSaves(context));
}

const removeMark = (parts: EngineParts, record: RootRecord): Promise<void> =>
  ifOurs(parts, record, () => parts.fileSystem.removeMarker(record.localPath));

/** Only with our own marker: another state may have linked the folder since. A disk error does not keep the link alive. */
async function ifOurs(
  { fileSystem, log }: EngineParts,
  { localPath, marker }: RootRecord,
  act: () => Promise<void>,
): Promise<void> {
  try {
    const found = await fileSystem.readMarker(localPath);
    if (found !== null && parseMarker(found).id === marker) await act();
  } catch (error) {
    if (!(error instanceof FileSystemError)) throw error;
    log.warn(`The folder .tandem in ${localPath} could not be cleared.`, { reason: error.message });
  }
}

async function renewalFor(
  parts: EngineParts,
  record: RootRecord,
  choice: RecoverChoice,
): Promise<RootRenewal | Refused> {
  const { fileSystem, store } = parts;
  const { localPath } = record;
  const args = { path: localPath };
  if ((await rootState(fileSystem, record)) === 'present') {
    return refusedBy('root_is_there', { code: 'root_is_there', args });
  }
  const stat = await fileSystem.stat(localPath);
  if (stat !== null && stat.kind !== 'folder') {
    return refusedBy('local_not_a_folder', { code: 'place_not_a_folder', args });
  }
  const nesting = await localNesting(parts, { localPath, local: stat, except: record.id });
  if (nesting !== null) return overlapping(localPath, nesting);
  const marker = stat === null ? null : await fileSystem.readMarker(localPath);
  const other = marker === null ? null : parseMarker(marker).id;
  if (store.roots().some((root) => root.id !== record.id && root.marker === other)) {
    return refusedBy('root_nested', { code: 'other_root_at_place', args });
  }
  if (choice === 'restore') {
    if (stat === null) await makeFolder(fileSystem, localPath);
    return { kind: 'reset', localPath, why: 'asked_for' };
  }
  if (stat !== null) return { kind: 'accepted' };
  return refusedBy('local_missing', { code: 'nothing_to_accept', args });
}

/** Creates missing parent folders too. */
async function makeFolder(fileSystem: EngineParts['fileSystem'], path: string): Promise<void> {
  const above = dirname(path);
  if (above !== path && (await fileSystem.stat(above)) === null) await makeFolder(fileSystem, above);
  await fileSystem.createFolder(path);
}
