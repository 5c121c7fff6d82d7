import { dirname } from 'node:path';
import type { RootContext } from '../root/root-context.ts';
import { findRoot, NEAR, WIDE } from './find-root.ts';
import { isWithin } from './root-link.ts';

/** The interval between searches beside the old place; each costs a listing or two. */
const NEAR_EVERY_MS = 5_000;
/** The first wide search runs at once, the next one after this delay, then less and less often. */
const WIDE_FIRST_MS = 60_000;
const WIDE_RAREST_MS = 60 * 60_000;

/** Searches for a missing root and requests its renewal at the new place (edge case 71). */
export async function searchRoot(context: RootContext, signal: AbortSignal): Promise<void> {
  const { live, parts, record, root } = context;
  if (live.rootState === null || live.rootState === 'present') {
    live.search = null;
    return;
  }
  const nowMs = parts.clock.nowMs();
  live.search ??= { nearAtMs: nowMs, wideAtMs: nowMs, wideWaitMs: WIDE_FIRST_MS };
  const { nearAtMs, wideAtMs, wideWaitMs } = live.search;
  if (nearAtMs > nowMs) return;
  const isWide = wideAtMs <= nowMs;
  live.search = {
    nearAtMs: nowMs + NEAR_EVERY_MS,
    wideAtMs: isWide ? nowMs + wideWaitMs : wideAtMs,
    wideWaitMs: isWide ? Math.min(wideWaitMs * 2, WIDE_RAREST_MS) : wideWaitMs,
  };
  const row = root.local(record.localId);
  if (row === undefined) return;
  const lost = { ...record, identity: row.fingerprint.identity };
  const likely = [dirname(dirname(record.localPath)), ...parts.settings.likelyPlaces];
  const found = await findRoot(parts.fileSystem, lost, likely, isWide ? WIDE : NEAR, signal);
  if (found === null || signal.aborted) return;
  const isNested = parts.store
    .roots()
    .some((other) => other.id !== record.id && (isWithin(found, other.localPath) || isWithin(other.localPath, found)));
  if (!isNested) live.renewal = { kind: 'moved', localPath: found };
  else
    parts.log.warn(`${record.localPath} was moved into another synced folder, where it cannot be synced on its own.`);
}
