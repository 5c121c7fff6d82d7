import type { LocalEntry } from '../../model/entry.ts';
import type { LocalStat } from '../../model/observation.ts';
import { FileSystemError } from '../../ports/file-system.ts';
import type { Execution } from '../execution.ts';
import { compareWithDisk, type Different, different, type Target } from './compare-with-disk.ts';

type Taken = { readonly is: 'taken'; readonly places: readonly string[] };

/**
 * Moves items to the local trash and checks each one again there, where it can no longer change. An item added after the last
 * check would look deleted; in that case everything is restored and replanned. So it is if the disk refuses an item: what was taken before it
 * would be recorded nowhere. Plans and user commands alike reach the local trash only through here. Recorded first, so that after a crash the
 * items don't count as deleted by the user, and are listed in the trash (SPEC P85).
 * RACE: an item that can't be restored because its name is taken stays in the trash, where the user finds it.
 */
export async function takeAway(
  execution: Execution,
  targets: readonly Target[],
  asAgreed: boolean,
): Promise<Taken | Different> {
  execution.taking(targets.map(({ entry }) => entry.id));
  const places: string[] = [];
  const putBack = async (): Promise<void> => {
    for (const [index, target] of targets.slice(0, places.length).entries()) {
      await returned(execution, target, places[index] ?? '');
    }
  };
  try {
    for (const { path, entry } of targets) {
      const place = await trashed(execution, path, entry);
      if (place === null) {
        await putBack();
        return different('something else came in its place', [entry.id]);
      }
      const changed = await changedSince(execution, { path: place, entry }, asAgreed);
      if (changed !== null && (await returned(execution, { path, entry }, place))) {
        await putBack();
        return changed;
      }
      places.push(place);
    }
  } catch (error) {
    await putBack();
    throw error;
  }
  return { is: 'taken', places };
}

/** Null: another item has the path now. */
async function trashed(execution: Execution, path: string, entry: LocalEntry): Promise<string | null> {
  try {
    return await execution.trash(path, entry.fingerprint.identity, (place) =>
      execution.takenTo(entry.id, { entry, place, by: 'trash-local' }),
    );
  } catch (error) {
    if (!(error instanceof FileSystemError) || error.code !== 'changed') throw error;
    execution.takenTo(entry.id, null);
    return null;
  }
}

/** False: it can't be moved back and stays in the trash. */
async function returned(execution: Execution, { path, entry }: Target, place: string): Promise<boolean> {
  const isBack = await execution.untrash(place, path);
  if (isBack) execution.takenTo(entry.id, null);
  return isBack;
}

/** A copy's time matches the original to within 2 ms, or within two seconds on disks that count in steps of 10 ms or more. */
const COPIED_NS = 2_000_000n;
const COUNTED_NS = 10_000_000n;
const COARSE_NS = 2_000_000_000n;

/** Null: unchanged, or undecidable, as after a copy to another volume, which has new identities. */
async function changedSince(execution: Execution, target: Target, asAgreed: boolean): Promise<Different | null> {
  const { path, entry } = target;
  try {
    const stat = await execution.fileSystem.stat(path);
    if (stat === null) return null;
    if (stat.fingerprint.identity !== entry.fingerprint.identity) {
      return isCopy(entry, stat) ? null : different('something else came in its place', [entry.id]);
    }
    const again = await compareWithDisk(execution, entry, path, new AbortController().signal, asAgreed);
    if (again.is === 'different') return again;
    return again.left.length === 0 ? null : different('something ignored came into it', [entry.id]);
  } catch (error) {
    if (error instanceof FileSystemError) return null;
    throw error;
  }
}

/** For a folder only the kind is compared: its contents were checked before. */
function isCopy({ kind, fingerprint }: LocalEntry, stat: LocalStat): boolean {
  if (stat.kind !== kind) return false;
  if (kind === 'folder') return true;
  const [ours, its] = [BigInt(fingerprint.mtimeNs), BigInt(stat.fingerprint.mtimeNs)];
  const apartNs = its > ours ? its - ours : ours - its;
  const isSameTime = apartNs <= (its % COUNTED_NS === 0n ? COARSE_NS : COPIED_NS);
  return isSameTime && stat.fingerprint.sizeBytes === fingerprint.sizeBytes;
}
