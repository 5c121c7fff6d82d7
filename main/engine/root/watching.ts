import type { Watch, WatchTrouble } from '../ports/watcher.ts';
import type { RootContext } from './root-context.ts';

/** The delay before retrying a failed watch; scans continue meanwhile. */
const WATCH_AGAIN_MS = 30_000;

/** Null: cannot watch now; scans continue, and the watch is retried. */
export async function tryWatch(context: RootContext, signal: AbortSignal): Promise<Watch | null> {
  const { parts, record, hints, wake } = context;
  const closed = new AbortController();
  let isBlind = false;
  try {
    const watch = await parts.watcher.watch(record.localPath, {
      hint: (folder) => {
        hints.add(folder, parts.clock.nowMs());
        wake.ring();
      },
      overflow: (reason) => {
        parts.log.warn(`Changes in ${record.localPath} may have been missed; everything is looked at.`, { reason });
        hints.addAll();
        wake.ring();
      },
      blind: (trouble) => {
        if (!isBlind) noteBlind(context, trouble, AbortSignal.any([signal, closed.signal]));
        isBlind = true;
      },
    });
    return {
      close: () => {
        closed.abort();
        return watch.close();
      },
    };
  } catch (error) {
    closed.abort();
    parts.log.warn(`${record.localPath} cannot be watched now.`, {
      reason: error instanceof Error ? error.message : '',
    });
    return null;
  }
}

/** Scans find changes that can't be watched. The watch is renewed now and then until it is `closed`: the user may have raised the limit. */
function noteBlind(context: RootContext, { why, path, errno }: WatchTrouble, closed: AbortSignal): void {
  const { parts, record, folder, hints, wake } = context;
  parts.log.warn(`"${path}" cannot be watched now.`, { reason: errno ?? 'unknown' });
  context.notify(`watch ${record.id} ${why}`, {
    title: { code: 'changes_seen_late', args: {} },
    body: { code: 'changes_seen_late_details', args: { why, path } },
  });
  hints.addAll();
  wake.ring();
  void parts.clock.sleep(parts.settings.scanEveryMs, closed).then(() => {
    // Another watch may be in its place by then, with a time of its own.
    if (!closed.aborted) folder.watchAnew();
  });
}

/** Watches while the root is present. When the root comes back, the watch is renewed and everything is scanned. */
export async function keepWatching(context: RootContext, signal: AbortSignal, first: Watch | null): Promise<void> {
  const { folder, hints, wake, parts } = context;
  let watch = first;
  while (!signal.aborted) {
    const stirred = new AbortController();
    folder.onPresence(() => stirred.abort());
    const either = AbortSignal.any([signal, stirred.signal]);
    if (watch === null) await parts.clock.sleep(WATCH_AGAIN_MS, either);
    else await untilAborted(either);
    folder.onPresence(null);
    await watch?.close();
    watch = null;
    if (signal.aborted) return;
    if (!folder.isLost) {
      watch = await tryWatch(context, signal);
      hints.addAll();
      wake.ring();
    }
  }
  await watch?.close();
}

const untilAborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
