import { join } from 'node:path';
import { ownPlacesBelow } from '../ports/own-places.ts';
import type { Watch, WatchListener, WatchTrouble } from '../ports/watcher.ts';
import type { RootContext } from './root-context.ts';

/** The delay before retrying a failed watch; scans continue meanwhile. */
const WATCH_AGAIN_MS = 30_000;
/** The delay before a watch that asks for it is renewed: a burst of changes, which may go on, must not renew one watch after the other. */
const RENEW_MS = 10_000;

/** Null: cannot watch now; scans continue, and the watch is retried. */
export async function tryWatch(context: RootContext, signal: AbortSignal): Promise<Watch | null> {
  const { parts, record, folder, hints, wake } = context;
  const closed = new AbortController();
  const untilClosed = AbortSignal.any([signal, closed.signal]);
  let isBlind = false;
  let isUnfit = false;
  const listener: WatchListener = {
    hint: (folder) => {
      hints.add(folder, parts.clock.nowMs());
      wake.ring();
    },
    renew: (reason) => {
      if (!isUnfit) noteUnfit(context, reason, untilClosed);
      isUnfit = true;
    },
    blind: (trouble) => {
      if (!isBlind) noteBlind(context, trouble, untilClosed);
      isBlind = true;
    },
  };
  try {
    const watch = await parts.watcher.watch(record.localPath, listener, await ownPlacesIn(context));
    const held: Watch = {
      check: () => watch.check(),
      close: () => {
        closed.abort();
        folder.noteWatch(null);
        return watch.close();
      },
    };
    folder.noteWatch(held);
    return held;
  } catch (error) {
    closed.abort();
    parts.log.warn(`${record.localPath} cannot be watched now.`, {
      reason: error instanceof Error ? error.message : '',
    });
    return null;
  }
}

/** Tandem writes there all the time. Absolute paths. */
async function ownPlacesIn({ parts, record }: RootContext): Promise<readonly string[]> {
  const { fileSystem, settings } = parts;
  const below = await ownPlacesBelow(fileSystem.realPath, settings.ownPlaces, record.localPath);
  return below.map((path) => join(record.localPath, ...path.split('/')));
}

/** Everything is scanned at once, and again with the new watch, for what else this one misses. */
function noteUnfit(context: RootContext, reason: string, closed: AbortSignal): void {
  context.parts.log.warn(`Changes in ${context.record.localPath} may have been missed; everything is scanned.`, {
    reason,
  });
  scanAndRenew(context, RENEW_MS, closed);
}

/** Scans find changes that can't be watched. The watch is renewed now and then: the user may have raised the limit. */
function noteBlind(context: RootContext, { why, path, errno }: WatchTrouble, closed: AbortSignal): void {
  const { parts, record } = context;
  parts.log.warn(`"${path}" cannot be watched now.`, { reason: errno ?? 'unknown' });
  context.notify(`watch ${record.id} ${why}`, {
    title: { code: 'changes_seen_late', args: {} },
    body: { code: 'changes_seen_late_details', args: { why, path } },
  });
  scanAndRenew(context, parts.settings.scanEveryMs, closed);
}

/** Scans everything, and renews the watch after a delay, unless it is `closed` by then: another one has times of its own. */
function scanAndRenew({ parts, folder, hints, wake }: RootContext, afterMs: number, closed: AbortSignal): void {
  hints.addAll();
  wake.ring();
  void parts.clock.sleep(afterMs, closed).then(() => {
    if (!closed.aborted) folder.renewWatch();
  });
}

/** Watches while the root is present, and renews the watch whenever that is asked for. With each new watch, everything is scanned. */
export async function keepWatching(context: RootContext, signal: AbortSignal, first: Watch | null): Promise<void> {
  const { folder, rewatch, hints, wake } = context;
  let watch = first;
  while (!signal.aborted) {
    // Also returns if the watch was asked for while it was being made: it may have begun before the reason.
    await rewatch.wait(watch === null ? WATCH_AGAIN_MS : null, signal);
    await watch?.close();
    watch = null;
    if (signal.aborted || folder.isLost) continue;
    watch = await tryWatch(context, signal);
    hints.addAll();
    wake.ring();
  }
  await watch?.close();
}
