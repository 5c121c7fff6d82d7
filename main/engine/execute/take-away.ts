import type { LocalEntry } from '../model/entry.ts';
import type { LocalStat } from '../model/observation.ts';
import { FileSystemError } from '../ports/file-system.ts';
import { compareWithDisk, type Different, different, type Target } from './compare-with-disk.ts';
import type { Execution } from './execution.ts';

type Taken = { readonly is: 'taken'; readonly places: readonly string[] };

/** Takes things to the local trash for a plan: written down before, so that after a crash nobody counts as having deleted them. */
export function takeAway(
  execution: Execution,
  targets: readonly Target[],
  asAgreed: boolean,
): Promise<Taken | Different> {
  execution.taking(targets.map(({ entry }) => entry.id));
  return takeToTrash(execution, targets, asAgreed);
}

/**
 * Takes things to the local trash, and looks at each once more there, where nobody changes it any longer. What came into one after the
 * last look would be gone with it and, moved there, be taken for deleted: then all is put back, to be planned anew.
 * The only way into the local trash, for plans and for orders of a person alike.
 * RACE: what cannot be put back, because something has its name by now, stays in the trash, where the person finds it.
 */
export async function takeToTrash(
  execution: Execution,
  targets: readonly Target[],
  asAgreed: boolean,
): Promise<Taken | Different> {
  const places: string[] = [];
  for (const { path, entry } of targets) {
    const place = await execution.trash(path);
    const changed = await changedSince(execution, { path: place, entry }, asAgreed);
    if (changed !== null && (await execution.untrash(place, path))) {
      for (const [index, other] of places.entries()) await execution.untrash(other, targets[index]?.path ?? path);
      return changed;
    }
    places.push(place);
  }
  return { is: 'taken', places };
}

/** A copy has the time of the original to the millisecond; on disks that count by 10 ms or more, to two seconds. */
const COPIED_NS = 2_000_000n;
const COUNTED_NS = 10_000_000n;
const COARSE_NS = 2_000_000_000n;

/** Null: nothing came, or nothing tells: on another volume lies a copy, with other identities. */
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

/** Of a folder only its kind tells: what is in it was looked at before. */
function isCopy({ kind, fingerprint }: LocalEntry, stat: LocalStat): boolean {
  if (stat.kind !== kind) return false;
  if (kind === 'folder') return true;
  const [ours, its] = [BigInt(fingerprint.mtimeNs), BigInt(stat.fingerprint.mtimeNs)];
  const apartNs = its > ours ? its - ours : ours - its;
  const isSameTime = apartNs <= (its % COUNTED_NS === 0n ? COARSE_NS : COPIED_NS);
  return isSameTime && stat.fingerprint.sizeBytes === fingerprint.sizeBytes;
}
