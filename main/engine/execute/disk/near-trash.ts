import { join } from 'node:path';
import type { RemoteEntry } from '../../model/entry.ts';
import type { Execution } from '../execution.ts';
import type { NearSource } from '../transfer/transfer.ts';

/** Below this size a download is faster than a lookup; the same limit as for other local files (SPEC P79). */
const LOOK_FROM_BYTES = 131_072;
/** Deeper than any tree on disk. */
const DEEPEST = 10_000;

/**
 * Finds the content of a download in the local trash, where this item or a parent was moved earlier: restored on the web, or
 * selected again (edge case 88). Null: not found. It is verified like any download.
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
