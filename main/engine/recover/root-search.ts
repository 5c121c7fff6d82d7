import { isWithin } from '../model/disk-path.ts';
import type { EngineParts, EngineSettings } from '../root/engine-parts.ts';
import type { RootContext } from '../root/root-context.ts';
import { findRoot, NEAR, WIDE } from './find-root.ts';

type Searching = Pick<RootContext, 'folder' | 'search' | 'standing' | 'record' | 'root'> & {
  readonly parts: Pick<EngineParts, 'store' | 'fileSystem' | 'clock' | 'log'> & {
    readonly settings: Pick<EngineSettings, 'likelyPlaces'>;
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
  const isNested = parts.store
    .roots()
    .some((other) => other.id !== record.id && (isWithin(found, other.localPath) || isWithin(other.localPath, found)));
  if (!isNested) standing.renew({ kind: 'moved', localPath: found });
  else
    parts.log.warn(`${record.localPath} was moved into another synced folder, where it cannot be synced on its own.`);
}
