/** Why a path that waits for nothing is not synced: each cause with its remedy. */

import type { HolderKind } from '../../../preload/words/codes/problems.ts';
import type { ProblemMessage } from '../../../preload/words/message.ts';
import { parentPath } from '../model/disk-path.ts';
import type { ItemId, LocalId } from '../model/ids.ts';
import { rescueName } from '../model/names/rescue-name.ts';
import { type Exclusion, scopeOf } from '../model/scope.ts';
import { OWN_FOLDER } from '../observe/local/ignore/ignore-rules.ts';
import { KEPT_HERE } from '../observe/local/ignore/kept-here.ts';
import type { RootContext } from '../root/root-context.ts';
import type { IgnoreReason } from '../store/trees/ignored-table.ts';

/** `ignored`: something on this computer is the cause; `excluded`: a choice or a right. */
export type LeftOut =
  | { readonly status: 'ignored' | 'excluded'; readonly cause: ProblemMessage }
  /** The rule that ignored it is gone: the next scan finds it. */
  | { readonly status: 'syncing'; readonly cause: null };

type Nodes = { readonly localId: LocalId | null; readonly itemId: ItemId | null };

/** A path that at least one side knows. Null: it is synced. */
export function leftOut(context: RootContext, { localId, itemId }: Nodes, below: string): LeftOut | null {
  const { root, execution } = context;
  const isHere = localId !== null && root.local(localId) !== undefined;
  const isAgreed = localId !== null && root.syncedByLocal(localId) !== undefined;
  const scope = itemId === null ? 'wanted' : scopeOf(execution.trees, itemId);
  if (itemId !== null && scope !== 'wanted') {
    const isBeside = scope === 'deselected' && isHere && !isAgreed;
    return isBeside ? besideDeselected(context, below) : outOfScope(context, itemId, scope, below);
  }
  if (isAgreed) return null;
  // Only on the service, and nothing to do about it.
  if (localId === null) return { status: 'ignored', cause: byRule(context, below) ?? placeTaken(context, below) };
  // A folder without anything to sync, left alone (SPEC P68, P86).
  const was = root.leftOver(localId);
  if (was === undefined) return besideDeselected(context, below);
  const since = was !== null && root.remote(was) !== undefined ? 'deselected' : 'deleted';
  return { status: 'ignored', cause: { code: 'left_over', args: { subject: below, since } } };
}

function outOfScope(context: RootContext, itemId: ItemId, scope: Exclusion, below: string): LeftOut {
  switch (scope) {
    case 'deselected': {
      const folder = deselectedAbove(context, itemId);
      return { status: 'excluded', cause: { code: 'not_selected', args: { subject: below, folder } } };
    }
    case 'not_downloadable':
      return { status: 'excluded', cause: { code: 'download_not_permitted', args: { name: below } } };
    case 'lost':
      return { status: 'excluded', cause: accessLost(context, below) };
    case 'rule':
    case 'name_taken':
      return { status: 'ignored', cause: byRule(context, below) ?? placeTaken(context, below) };
  }
}

export const accessLost = ({ record }: RootContext, below: string): ProblemMessage => ({
  code: 'access_lost',
  args: { subject: below, folder: rescueName(record.localPath) },
});

/** A path that is in no tree. Null: nothing on this disk explains it. */
export function ignoredHere(context: RootContext, below: string): LeftOut | null {
  const rule = byRule(context, below);
  if (rule !== null) return { status: 'ignored', cause: rule };
  const found = ignoredAbove(context, below);
  if (found === null) return null;
  if (found.reason === 'rule') return { status: 'syncing', cause: null };
  if (found.reason === 'unreadable') {
    return { status: 'ignored', cause: { code: 'disk_error', args: { subject: found.path, reason: 'io' } } };
  }
  const args = { subject: below, item: found.path };
  return { status: 'ignored', cause: { code: KINDS[found.reason], args } };
}

const KINDS = {
  link: 'link_not_followed',
  special: 'special_file',
  mount: 'other_disk',
  undecodable: 'name_not_decodable',
} as const satisfies Record<Exclude<IgnoreReason, 'rule' | 'unreadable'>, ProblemMessage['code']>;

/** Where unsynced changes went when the account lost access. Null: they did not, as far as the journal knows. */
export function movedOut({ parts, root }: RootContext, below: string): ProblemMessage | null {
  const [entry] = parts.store.journal.query({ rootId: root.id, path: below, kinds: ['rescue'], limit: 1 });
  const after: unknown = JSON.parse(entry?.after ?? 'null');
  const place = typeof after === 'object' && after !== null && 'rescuedTo' in after ? after.rescuedTo : null;
  if (entry?.path !== below || typeof place !== 'string') return null;
  return { code: 'moved_out', args: { subject: below, place } };
}

function byRule({ local }: RootContext, below: string): ProblemMessage | null {
  const match = local.ignoredBy(below, false) ?? local.ignoredBy(below, true);
  if (match === null) return null;
  const [subject, { rule, source }] = [below, match];
  if (match === OWN_FOLDER) return { code: 'state_folder', args: { subject } };
  if (source === KEPT_HERE) return { code: 'kept_here', args: { subject, item: rule } };
  const colon = source.lastIndexOf(':');
  if (colon < 0) return { code: 'excluded_by_default', args: { subject, rule } };
  const [file, line] = [source.slice(0, colon), Number(source.slice(colon + 1))];
  return file === 'settings'
    ? { code: 'excluded_by_setting', args: { subject, rule, line } }
    : { code: 'excluded_by_line', args: { subject, rule, file, line } };
}

function placeTaken(context: RootContext, below: string): ProblemMessage {
  const holder = ignoredAbove(context, below);
  const reason = holder?.reason ?? 'rule';
  const is: HolderKind = reason === 'rule' || reason === 'unreadable' ? 'other' : reason;
  return { code: 'place_not_free', args: { subject: below, holder: holder?.path ?? below, is } };
}

type IgnoredItem = { readonly path: string; readonly reason: IgnoreReason };

/** The ignored item at this path or above it. */
function ignoredAbove({ root, execution }: RootContext, below: string): IgnoredItem | null {
  const names = below.split('/');
  for (const [index, name] of names.entries()) {
    const above = names.slice(0, index);
    const folder = root.localAt(above.join('/'));
    if (folder === undefined) return null;
    const holder = execution.trees.ignoredAt(folder, name);
    const found = holder === null ? undefined : root.ignoredIn(folder).find((one) => one.name === holder);
    if (found !== undefined) return { path: [...above, found.name].join('/'), reason: found.reason };
  }
  return null;
}

/** The topmost folder that the user deselected and that holds the item, or is the item. */
function deselectedAbove({ root }: RootContext, itemId: ItemId): string {
  let top = itemId;
  for (let at = root.remote(itemId); at !== undefined && root.isExcluded(at.id); ) {
    top = at.id;
    at = at.parentId === null ? undefined : root.remote(at.parentId);
  }
  return root.remotePath(top) ?? '';
}

/** The nearest folder at or above this path whose namesake on the service is deselected. */
function besideDeselected({ root }: RootContext, below: string): LeftOut {
  let folder = below;
  for (let at = below; at !== ''; at = parentPath(at)) {
    const item = root.remoteAt(at);
    if (item !== undefined && root.isExcluded(item)) {
      folder = at;
      break;
    }
  }
  const status = folder === below ? 'excluded' : 'ignored';
  return { status, cause: { code: 'beside_deselected', args: { subject: below, folder } } };
}
