import { dirname } from 'node:path';
import type { RootContext } from '../root/root-context.ts';
import { findRoot, NEAR, WIDE } from './find-root.ts';
import { isWithin } from './root-link.ts';

/** Searches for a missing root and requests its renewal at the new place (edge case 71). */
export async function searchRoot(context: RootContext, signal: AbortSignal): Promise<void> {
  const { folder, search, standing, parts, record, root } = context;
  if (!folder.isLost) return search.end();
  const where = search.next(parts.clock.nowMs());
  if (where === null) return;
  const row = root.local(record.localId);
  if (row === undefined) return;
  const lost = { ...record, identity: row.fingerprint.identity };
  const likely = [dirname(dirname(record.localPath)), ...parts.settings.likelyPlaces];
  const found = await findRoot(parts.fileSystem, lost, likely, where === 'wide' ? WIDE : NEAR, signal);
  if (found === null || signal.aborted) return;
  const isNested = parts.store
    .roots()
    .some((other) => other.id !== record.id && (isWithin(found, other.localPath) || isWithin(other.localPath, found)));
  if (!isNested) standing.renew({ kind: 'moved', localPath: found });
  else
    parts.log.warn(`${record.localPath} was moved into another synced folder, where it cannot be synced on its own.`);
}
