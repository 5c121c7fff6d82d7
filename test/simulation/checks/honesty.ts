import { setImmediate } from 'node:timers/promises';
import type { Engine } from '../../../main/engine/engine.ts';
import { sameContent, sameFingerprint } from '../../../main/engine/model/entry.ts';
import type { ItemId, LocalId } from '../../../main/engine/model/ids.ts';
import { nameKey } from '../../../main/engine/model/names/name-key.ts';
import { leftOver } from '../../../main/engine/plan/scope/left-over.ts';
import type { RootStore } from '../../../main/engine/store/root-store.ts';
import type { Violation } from '../invariants.ts';
import { isDeselected, isLeftAlone, type LeftOut } from './excuses/left-out.ts';

type Asked = {
  readonly name: string;
  readonly engine: Engine;
  readonly root: RootStore;
  /** Of this moment. */
  readonly status: ReturnType<Engine['status']>;
};

/** Most reasons to read. */
const MOST_REASONS = 1_000;

/**
 * I13, judged by the device's own knowledge: it reports "in sync" only if its three trees are equal, never reports an unsynced path as synced, and
 * gives at most one reason per item.
 */
export async function checkHonest(
  { name, engine, root, status: whole }: Asked,
  leftOut: LeftOut,
): Promise<readonly Violation[]> {
  const found: Violation[] = [];
  const say = (what: string): void => void found.push({ rule: 'I13', what: `${name} ${what}` });
  const apart = nodesApart(root).filter((node) => !isLeftOut(root, node, leftOut));
  const status = whole.roots.find(({ id }) => id === root.id);
  if (status?.state === 'in_sync' && apart.length > 0) say(`says "in sync", but these differ: ${inWords(apart)}`);
  for (const node of apart) {
    const path = node.localId === null ? root.remotePath(node.itemId) : pathHere(root, node.localId);
    if (path === null || path === '') continue;
    const why = await atOnce(engine.why({ path }));
    if (!why?.ok) continue;
    const isThis = why.value.local?.id === String(node.localId) || why.value.remote?.id === node.itemId;
    if (isThis && why.value.status === 'synced') say(`says of ${path} that it is synced, and it is not`);
  }
  const reasons = new Map<string, string>();
  for (const { localId, itemId, problem } of root.reasons(MOST_REASONS)) {
    const item = itemId ?? (localId === null ? undefined : root.syncedByLocal(localId)?.itemId);
    const key = item ?? `local ${localId}`;
    const other = reasons.get(key);
    if (other !== undefined) say(`gives two reasons for ${key}: ${other} and ${problem.says.code}`);
    reasons.set(key, problem.says.code);
  }
  return found;
}

/** Null: before the first scan the engine reads rule files for an answer, and the virtual disk needs time for that. None passes here. */
const atOnce = <Value>(answer: Promise<Value>): Promise<Value | null> => Promise.race([answer, setImmediate(null)]);

type Apart =
  | { readonly localId: LocalId; readonly itemId: ItemId | null }
  | { readonly localId: null; readonly itemId: ItemId };

const inWords = (apart: readonly Apart[]): string =>
  apart.map(({ localId, itemId }) => (localId === null ? `item ${itemId}` : `local ${localId}`)).join(', ');

function isLeftOut(root: RootStore, { localId, itemId }: Apart, { ruledOut, leftOut }: LeftOut): boolean {
  const paths = [itemId === null ? null : root.remotePath(itemId), localId === null ? null : pathHere(root, localId)];
  if (paths.some((path) => path?.split('/').some((name) => ruledOut.has(nameKey(name))))) return true;
  if (itemId !== null) return isDeselected(root, itemId, leftOut);
  return localId !== null && isLeftAlone(root, localId, leftOut);
}

const pathHere = (root: RootStore, id: LocalId): string | null => root.localPath(id) ?? root.syncedPath(id);

/** All nodes without an equal on the other side, judged by the trees alone. */
function nodesApart(root: RootStore): readonly Apart[] {
  const apart: Apart[] = [];
  const here = (parent: LocalId): void => {
    for (const { id } of root.localChildren(parent)) {
      // A folder that stays because of ignored files in it is correct (P86).
      if (!isInStep(root, id) && leftOver(root, id)?.is !== 'stays')
        apart.push({ localId: id, itemId: root.syncedByLocal(id)?.itemId ?? null });
      here(id);
    }
    for (const row of root.syncedChildren(parent)) {
      if (root.local(row.localId) === undefined) apart.push({ localId: row.localId, itemId: row.itemId });
    }
  };
  const there = (parent: ItemId): void => {
    for (const { id } of root.remoteChildren(parent)) {
      if (root.syncedByItem(id) === undefined) apart.push({ localId: null, itemId: id });
      there(id);
    }
  };
  here(root.rootLocalId);
  there(root.rootItemId);
  return apart;
}

function isInStep(root: RootStore, id: LocalId): boolean {
  const [local, row] = [root.local(id), root.syncedByLocal(id)];
  const remote = row === undefined ? undefined : root.remote(row.itemId);
  if (local === undefined || row === undefined || remote === undefined || local.parentId === null) return false;
  const isPlace =
    row.parentLocalId === local.parentId && row.localName === local.name && row.remoteName === remote.name;
  if (!isPlace || root.syncedByLocal(local.parentId)?.itemId !== remote.parentId) return false;
  if (local.kind === 'folder') return remote.kind === 'folder';
  return sameContent(row.content, remote.content) && sameFingerprint(row.fingerprint, local.fingerprint);
}
