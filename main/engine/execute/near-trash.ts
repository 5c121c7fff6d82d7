import { join } from 'node:path';
import type { RemoteEntry } from '../model/entry.ts';
import type { NearSource } from '../transfer/transfer.ts';
import type { Execution } from './execution.ts';

/** Smaller files are fetched sooner than looked for; as for other files of this disk (SPEC P79). */
const LOOK_FROM_BYTES = 131_072;
/** Deeper than any tree that a disk can hold. */
const DEEPEST = 10_000;

/**
 * Where the local trash may still hold what comes down, because it or a folder above was taken from this disk before: restored
 * on the web, or chosen again (edge case 88). Null: nowhere. It is verified like everything that comes down.
 */
export async function nearInTrash(
  { trees, fileSystem, reuse }: Pick<Execution, 'trees' | 'fileSystem' | 'reuse'>,
  entry: RemoteEntry,
): Promise<NearSource | null> {
  const { content } = entry;
  if (content === null || content.sizeBytes < LOOK_FROM_BYTES) return null;
  const names: string[] = [];
  for (let at: RemoteEntry | undefined = entry; at !== undefined && names.length < DEEPEST; ) {
    const place = reuse.inTrash(at.id);
    if (place !== null) {
      const path = join(place, ...names.toReversed());
      const stat = await fileSystem.stat(path);
      const isSameSize = stat?.kind === 'file' && stat.fingerprint.sizeBytes === content.sizeBytes;
      if (isSameSize) return { path, expect: stat.fingerprint };
    }
    names.push(at.name);
    at = at.parentId === null ? undefined : trees.remote(at.parentId);
  }
  return null;
}
