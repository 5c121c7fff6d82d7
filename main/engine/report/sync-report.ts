import { type Cause, causeOf, type Message, withFix } from '../../../preload/words/message.ts';
import type { RootContext } from '../root/root-context.ts';
import { errorOf, isRootInSync, pathOfNode, type RootError } from '../root/state/root-condition.ts';
import { type Unlisted, unlistedFolders } from '../root/waiting/unlisted-folders.ts';
import { type AliasLine, aliasesOf } from './aliases.ts';

/** The document that `tandem sync --once --json` ends with. */
export type SyncReport = {
  readonly state: 'in_sync' | 'attention' | 'error';
  readonly uploaded: number;
  readonly downloaded: number;
  readonly deleted_local: number;
  readonly deleted_remote: number;
  readonly moved: number;
  readonly conflicts: number;
  readonly blocked: readonly ({ readonly path: string; readonly reason: string; readonly remedy: Message } & Cause)[];
  readonly held: number;
  /** Links, special files and items excluded by rules; none of them is touched. At most 10,000. */
  readonly ignored: readonly { readonly path: string; readonly reason: string }[];
  /** Items with another name on this disk, because it cannot store the original; omitted if there are none. At most 10,000. */
  readonly aliases?: readonly AliasLine[];
  readonly bytes_up: number;
  readonly bytes_down: number;
  readonly requests: number;
  readonly seconds: number;
  /** Set if the state is `error`: the failure and its remedy. */
  readonly error?: RootError;
};

const MOST_LISTED = 10_000;

export function reportOf(
  contexts: readonly RootContext[],
  { requests, seconds }: { readonly requests: number; readonly seconds: number },
): SyncReport {
  const sum = (of: (context: RootContext) => number): number => contexts.reduce((total, one) => total + of(one), 0);
  const blocked = contexts.flatMap((context) =>
    [...context.root.reasons(MOST_LISTED), ...unlistedFolders(context)].map((one) => toLine(context, one)),
  );
  const aliases = contexts.flatMap((context) => aliasesOf(context, MOST_LISTED));
  const error = contexts.map(errorOf).find((found) => found !== undefined);
  const isInSync = contexts.every(isRootInSync);
  return {
    state: error !== undefined ? 'error' : isInSync ? 'in_sync' : 'attention',
    uploaded: sum(({ tally }) => tally.uploaded),
    downloaded: sum(({ tally }) => tally.downloaded),
    deleted_local: sum(({ tally }) => tally.deletedLocal),
    deleted_remote: sum(({ tally }) => tally.deletedRemote),
    moved: sum(({ tally }) => tally.moved),
    conflicts: sum(({ tally }) => tally.conflicts),
    blocked,
    held: sum(({ root }) => root.reasonCounts().held),
    ignored: contexts.flatMap(ignoredOf),
    ...(aliases.length === 0 ? {} : { aliases }),
    bytes_up: sum(({ tally }) => tally.bytesUp),
    bytes_down: sum(({ tally }) => tally.bytesDown),
    requests,
    seconds,
    ...(error === undefined ? {} : { error }),
  };
}

function toLine(context: RootContext, one: Unlisted): SyncReport['blocked'][number] {
  return {
    path: pathOfNode(context, one),
    reason: one.problem.code,
    ...causeOf(one.problem.says),
    remedy: withFix(one.problem.says),
  };
}

function ignoredOf({ root }: RootContext): SyncReport['ignored'] {
  return root.ignored(MOST_LISTED).map(({ parentId, name, reason }) => {
    const folder = root.localPath(parentId) ?? '';
    return { path: folder === '' ? name : `${folder}/${name}`, reason };
  });
}
