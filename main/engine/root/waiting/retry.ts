import { dirname, join } from 'node:path';
import type { RootStore } from '../../store/root-store.ts';
import type { Reason } from '../../store/work/reasons.ts';
import type { RootContext } from '../root-context.ts';
import { pathOfNode } from '../state/root-condition.ts';
import { unlistedFolders } from './unlisted-folders.ts';

/** Reasons read at a time. */
const PAGE = 50_000;

/** All reasons. A caller that adds or removes some has to read all of them first. */
export function* reasonsOf(root: RootStore): Generator<Reason> {
  for (let offset = 0; ; offset += PAGE) {
    const page = root.reasons(PAGE, offset);
    yield* page;
    if (page.length < PAGE) return;
  }
}

/**
 * Retries waiting items now, and lists folders that could not be listed. `path`, relative to the root, limits this to one item and everything
 * below it; null means all.
 */
export function retryNow(context: RootContext, path: string | null): void {
  const { root, rounds, hints, record, parts } = context;
  parts.store.transaction(() => {
    for (const blocked of reasonsAt(context, path)) root.retry(blocked);
  });
  for (const unlisted of unlistedFolders(context)) {
    const folder = pathOfNode(context, unlisted);
    // Without a node, only a look at the folder around it finds it.
    const look = unlisted.below === undefined ? folder : dirname(folder);
    if (path === null || isAtOrBelow(folder, path)) hints.urge(join(record.localPath, look));
  }
  rounds.stale.forget(null);
  rounds.noteProgress();
}

/** The same on a person's order, who may know of space that shows in no number: the disk is asked again at once, whatever it refused. */
export function retryOnOrder(context: RootContext, path: string | null): void {
  const { transfers } = context.parts.store;
  for (const { itemId } of reasonsAt(context, path)) {
    const download = itemId === null ? null : transfers.download(`${context.record.id}/${itemId}`);
    if (download?.refusal === undefined) continue;
    const { refusal: _forgotten, ...others } = download;
    transfers.saveDownload(others);
  }
  retryNow(context, path);
}

/** The reasons of the item at a path and of everything below it; null: all. */
function* reasonsAt(context: RootContext, path: string | null): Generator<Reason> {
  for (const reason of reasonsOf(context.root)) {
    if (path === null || isAtOrBelow(pathOfNode(context, reason), path)) yield reason;
  }
}

/** A folder moved: a path that was too long for the disk may fit now (edge case 38). */
export function retryTooLong(context: RootContext): void {
  const { root } = context;
  if (root.reasonCounts().blocked === 0) return;
  for (const blocked of reasonsOf(root))
    if (blocked.source === 'step' && blocked.problem.code === 'name_too_long') root.retry(blocked);
}

const isAtOrBelow = (path: string, folder: string): boolean => path === folder || path.startsWith(`${folder}/`);
