import { MAX_PATH_STATES, type PathAddress, type PathState } from '../../../../preload/ipc/shapes/path-state.ts';
import { itemId } from '../../model/ids.ts';
import type { TransferProgress } from '../../model/transfer/transfer-progress.ts';
import type { RootContext } from '../../root/root-context.ts';
import { canKeepHere } from '../can-keep-here.ts';
import { type Found, judge, nodesAt, placeOf } from '../why.ts';
import { batchOf } from '../why-attention.ts';
import { type Beneath, gatherBeneath } from './beneath.ts';

/** The states of rows, computed in batches, and their later changes. */
export type PathStates = {
  /** In the order of `paths`. */
  state(paths: readonly PathAddress[]): PathState[];
  /** The recently requested rows whose state has changed since it was last reported. */
  changes(): PathState[];
};

export type PathStatesParts = {
  readonly contexts: () => readonly RootContext[];
  readonly transfers: () => readonly TransferProgress[];
};

export function createPathStates(parts: PathStatesParts): PathStates {
  /** Last reported states by address, most recently requested last. */
  const reported = new Map<string, { readonly address: PathAddress; readonly state: string }>();
  const report = (address: PathAddress, state: PathState): void => {
    const key = JSON.stringify(address);
    reported.delete(key);
    reported.set(key, { address, state: JSON.stringify(state) });
  };
  return {
    state(paths) {
      const stateOf = createJudge(parts);
      const states = paths.map(stateOf);
      for (const state of states) report(state.address, state);
      for (const key of reported.keys()) {
        if (reported.size <= MAX_PATH_STATES) break;
        reported.delete(key);
      }
      return states;
    },
    changes() {
      const stateOf = createJudge(parts);
      const changed: PathState[] = [];
      for (const [key, { address, state }] of reported) {
        const now = stateOf(address);
        const text = JSON.stringify(now);
        if (text === state) continue;
        reported.set(key, { address, state: text });
        changed.push(now);
      }
      return changed;
    },
  };
}

/** Data that many rows need; collected once per batch, and for each root when the first row needs it. */
type Snapshot = {
  readonly moving: readonly TransferProgress[];
  readonly beneathOf: (context: RootContext) => Beneath;
  readonly heldOf: (context: RootContext) => ReturnType<RootContext['root']['heldBatches']>;
};

function createJudge({ contexts, transfers }: PathStatesParts): (address: PathAddress) => PathState {
  const roots = contexts();
  const snapshot: Snapshot = {
    moving: transfers(),
    beneathOf: oncePerRoot(gatherBeneath),
    heldOf: oncePerRoot(({ root }) => root.heldBatches()),
  };
  return (address) => {
    const row = 'id' in address ? rowOfItem(roots, address.id) : rowAt(roots, address.path);
    return row === null ? outside(address) : pathStateOf(address, row, snapshot);
  };
}

function oncePerRoot<Value>(read: (context: RootContext) => Value): (context: RootContext) => Value {
  const known = new Map<RootContext, Value>();
  return (context) => {
    const value = known.get(context) ?? read(context);
    known.set(context, value);
    return value;
  };
}

type Row = { readonly context: RootContext; readonly found: Found; readonly below: string };

function rowAt(roots: readonly RootContext[], path: string): Row | null {
  const place = placeOf(roots, path);
  return place === null ? null : { ...place, found: nodesAt(place.context, place.below) };
}

/** The row at the item's path, so that its state matches `tandem why` for that path. */
function rowOfItem(roots: readonly RootContext[], id: string): Row | null {
  const item = itemId(id);
  for (const context of roots) {
    const { root } = context;
    const synced = root.syncedByItem(item);
    if (synced === undefined && root.remote(item) === undefined) continue;
    const here = synced === undefined ? null : (root.localPath(synced.localId) ?? root.syncedPath(synced.localId));
    const below = here ?? root.remotePath(item) ?? '';
    const found = nodesAt(context, below);
    if (found.itemId === item) return { context, found, below };
    return { context, found: { localId: synced?.localId ?? null, itemId: item }, below };
  }
  return null;
}

const outside = (address: PathAddress): PathState => ({
  address,
  rootId: null,
  path: null,
  status: 'outside',
  code: null,
  progress: null,
  retryAtMs: null,
  conflict: null,
  held: null,
  beneath: null,
});

function pathStateOf(
  address: PathAddress,
  { context, found, below }: Row,
  { moving, beneathOf, heldOf }: Snapshot,
): PathState {
  const { status, reason, conflict, cause } = judge(context, found, below);
  const isKept = cause?.code === 'kept_here' && cause.args.item === below;
  const isFolder = isFolderOf(context, found);
  return {
    address,
    rootId: context.record.id,
    path: below,
    status,
    code: isKept ? cause.code : (reason?.problem.code ?? null),
    progress: progressOf(context, found, isFolder ? below : null, moving),
    retryAtMs: reason?.retryAtMs ?? null,
    conflict: conflict?.id ?? null,
    held: batchOf(reason, () => heldOf(context)),
    beneath: isFolder ? beneathOf(context)(found) : null,
    ...(reason !== undefined && canKeepHere(context, reason) ? { canKeepHere: true } : {}),
  };
}

function isFolderOf({ root }: RootContext, { localId, itemId: item }: Found): boolean {
  const local = localId === null ? undefined : root.local(localId);
  const remote = item === null ? undefined : root.remote(item);
  return (local ?? remote)?.kind === 'folder';
}

/** Matches transfer keys: the local id for uploads, the item id for downloads. `folder`: matches the paths below it instead. */
function progressOf(
  { record }: RootContext,
  { localId, itemId: item }: Found,
  folder: string | null,
  moving: readonly TransferProgress[],
): number | null {
  const prefix = folder === '' ? '' : `${folder}/`;
  const own = moving.filter(({ key, label }) => {
    if (key?.startsWith(`${record.id}/`) !== true) return false;
    if (folder !== null) return label.startsWith(prefix);
    return key === `${record.id}/${localId}` || key === `${record.id}/${item}`;
  });
  const total = own.reduce((sum, { bytesTotal }) => sum + bytesTotal, 0);
  if (own.every(({ state }) => state !== 'active') || total === 0) return null;
  const share = own.reduce((sum, { bytesDone }) => sum + bytesDone, 0) / total;
  return Math.min(1, Math.max(0, share));
}
