import { FileSystemError } from '../ports/file-system.ts';
import type { EngineParts, EngineSettings } from '../root/engine-parts.ts';
import type { RootContext } from '../root/root-context.ts';
import { findRoot, NEAR, WIDE } from './find-root.ts';
import { type LocalNesting, localNesting } from './local-nesting.ts';

type Searching = Pick<RootContext, 'folder' | 'search' | 'standing' | 'record' | 'root' | 'notify'> & {
  readonly parts: Pick<EngineParts, 'store' | 'fileSystem' | 'clock' | 'log'> & {
    readonly settings: Pick<EngineSettings, 'likelyPlaces' | 'ownPlaces'>;
  };
};

/** Searches for a missing root and requests its renewal at the new place (edge case 71). */
export async function searchRoot(context: Searching, signal: AbortSignal): Promise<void> {
  const { folder, search, standing, parts, record, root } = context;
  if (!folder.isLost) return search.end();
  const where = search.next(parts.clock.nowMs());
  if (where === null) return;
  const row = root.local(record.localId);
  if (row === undefined) return;
  const lost = { ...record, identity: row.fingerprint.identity };
  const { likelyPlaces } = parts.settings;
  const found = await findRoot(parts.fileSystem, lost, likelyPlaces, where === 'wide' ? WIDE : NEAR, signal);
  if (found === null || signal.aborted) return;
  try {
    const local = await parts.fileSystem.stat(found);
    const nesting = await localNesting(parts, { localPath: found, local, except: record.id });
    if (signal.aborted) return;
    if (nesting === null) standing.renew({ kind: 'moved', localPath: found });
    else sayNested(context, found, nesting);
  } catch (error) {
    // The next search looks again.
    if (!(error instanceof FileSystemError)) throw error;
    parts.log.warn(`The folders around ${found} could not be read.`, { reason: error.message });
  }
}

/** It would be synced twice there, or with Tandem's own data. */
function sayNested({ record, notify }: Searching, now: string, { path: other }: LocalNesting): void {
  notify(`nested ${record.id} ${now}`, {
    title: { code: 'root_moved_inside', args: {} },
    body: { code: 'root_moved_inside_details', args: { before: record.localPath, now, other } },
  });
}
