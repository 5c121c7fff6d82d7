import { rename } from 'node:fs/promises';
import type { Fingerprint, RemoteEntry } from '../../../main/engine/model/entry.ts';
import { etag, type ItemId, itemId, type LocalId, sha1 } from '../../../main/engine/model/ids.ts';
import type { Placing } from '../../../main/engine/model/plan/placing.ts';
import { endLate, endLateMakings } from '../../../main/engine/recover/settle/end-late.ts';
import { noteNewsRead, noteSeen } from '../../../main/engine/recover/settle/looks.ts';
import { createOpenEffects } from '../../../main/engine/recover/settle/open-effects.ts';
import { settleIntents } from '../../../main/engine/recover/settle/settle-intents.ts';
import type { StagingState } from '../../../main/engine/recover/settle/staging-look.ts';
import { emptyTally } from '../../../main/engine/root/record/tally.ts';
import type { RootContext } from '../../../main/engine/root/root-context.ts';
import { createHints } from '../../../main/engine/root/schedule/hints.ts';
import { createCarriedOut } from '../../../main/engine/root/state/carried-out.ts';
import { createEpoch } from '../../../main/engine/root/state/epoch.ts';
import { createRounds, createStepCounts } from '../../../main/engine/root/state/rounds.ts';
import { createServiceSight } from '../../../main/engine/root/state/service-sight.ts';
import { createSnatched } from '../../../main/engine/root/waiting/fresh-downloads.ts';
import type { JournalEntry } from '../../../main/engine/store/history/journal-table.ts';
import type { LocalRoot } from './local-root.ts';

/** A step in flight, as far as settling asks for it. */
type Running = { readonly kind: string; readonly localId?: LocalId | null; readonly itemId?: ItemId | null };

/** The settling of a root's intents, without a loop around it. */
export function openSettling(root: LocalRoot) {
  const [record] = root.whole.roots();
  if (record === undefined) throw new Error('there is no root');
  let running: readonly Running[] = [];
  let aborted: readonly Running[] = [];
  let nowMs = 5;
  const told: string[][] = [];
  const service = createServiceSight();
  const context = {
    root: root.store,
    record,
    parts: {
      store: root.whole,
      userId: 'me',
      clock: { nowMs: () => nowMs },
      transfers: { giveUp: () => undefined },
    },
    execution: { rootKey: String(record.id) },
    runner: {
      running: () => running,
      abort: (which: (step: Running) => boolean) => {
        aborted = running.filter(which);
      },
    },
    hints: createHints({ quietMs: 1_000, longestMs: 5_000 }),
    service,
    rounds: createRounds(),
    carriedOut: createCarriedOut(),
    gate: { unreached: createStepCounts() },
    effects: createOpenEffects(),
    epoch: createEpoch(),
    snatched: createSnatched(),
    tally: emptyTally(),
    notifyChanged: (entries: readonly JournalEntry[]) =>
      void told.push(entries.map(({ kind, path }) => `${kind} ${path}`)),
    // Nothing else is asked for; using it would fail the test.
  } as unknown as RootContext;
  return {
    context,
    /** The journal entries that were announced, by batch. */
    told,
    /** What is held after settling, and the steps that were not waited for. `staging`: of all placements. */
    settle(steps: readonly Running[] = [], staging: StagingState = 'untold') {
      running = steps;
      aborted = [];
      const open = root.store.placing(() => false).map(({ itemId }) => [itemId, staging] as const);
      settleIntents(context, new Map(open));
      const { localIds, itemIds, isWhole } = context.effects.held;
      return { localIds: [...localIds], itemIds: [...itemIds], isWhole, aborted };
    },
    advance(ms: number) {
      nowMs += ms;
    },
    /** A scan of the whole root, which reads every folder. */
    seeAll() {
      const report = {
        root: 'present',
        changed: 0,
        settleAtMs: null,
        isWhole: true,
        unreadable: [],
        restless: [],
        excluded: [],
      } as const;
      noteSeen(context, report, null);
    },
    /** The news of the service are about to be read. */
    startNews() {
      endLateMakings(context, nowMs);
    },
    /** They are read to their end. */
    readNews() {
      service.begin();
      service.caughtUp('there', 5);
      noteNewsRead(context);
      endLate(context, nowMs);
    },
  };
}

export type Settling = ReturnType<typeof openSettling>;

/** The item that is placed if a test names no other. */
export const ITEM = itemId('11');

type Placed = Placing & { readonly fingerprint: Fingerprint };

/** Placements that a process began and did not record. */
export function openPlacingBench(root: LocalRoot) {
  const put = (
    path: string,
    change: Pick<Placing, 'localId' | 'itemId' | 'kind' | 'content' | 'stagingName'>,
  ): Placed => {
    const { fingerprint, name, parentId } = root.row(path);
    const placing: Placed = {
      parentLocalId: parentId ?? root.store.rootLocalId,
      localName: name,
      remoteName: name,
      fingerprint: { ...fingerprint, ctimeNs: fingerprint.mtimeNs },
      etag: etag('7'),
      ...change,
    };
    root.store.putPlacing(placing);
    return placing;
  };
  const placing = () => root.store.placing(() => false);
  return {
    placing,
    /** The file at this path was about to be put there for its item, or for `ITEM`; as `localId` when it replaces one. */
    aboutToPlace: (path: string, localId: LocalId | null = null): Placed => {
      const { id, fingerprint } = root.row(path);
      const item = root.store.syncedByLocal(id)?.itemId ?? ITEM;
      const content = { sha1: sha1('a'.repeat(40)), sizeBytes: fingerprint.sizeBytes };
      return put(path, { localId, itemId: item, kind: 'file', content, stagingName: 'staged' });
    },
    /** The folder at this path was just made there for `ITEM`. */
    justMade: (path: string): Placed =>
      put(path, { localId: null, itemId: ITEM, kind: 'folder', content: null, stagingName: null }),
    /** The service reports the item as a file. */
    tell: (id = ITEM): void => {
      const top = root.store.remote(root.store.rootItemId);
      if (top === undefined) throw new Error('there is no root');
      const content = { sha1: sha1('a'.repeat(40)), sizeBytes: 6 };
      const there: RemoteEntry = { ...top, id, parentId: top.id, name: 'a', kind: 'file', etag: etag('7'), content };
      root.store.putRemote(there, root.store.tick());
    },
    /** The row to expect for a placement. */
    agreedOn: ({ stagingName: _installed, ...agreed }: Placed, localId: LocalId) => ({ ...agreed, localId }),
    /** Another file takes the name: a person saved over it by a rename. */
    saveOver: async (path: string): Promise<void> => {
      await root.write(`${path}-new`, 'saved over');
      await rename(root.at(`${path}-new`), root.at(path));
      await root.observer.scanAll();
    },
    /** Settles, scans and settles again; returns what is held then. `isSought`: the folder was not scanned since. */
    look: ({ isBusy = false, isSought = false, staging = 'untold' }: Looking = {}) => {
      const settling = openSettling(root);
      const steps = isBusy ? placing().map(({ itemId: item }) => ({ kind: 'download', itemId: item })) : [];
      const held = settling.settle(steps, staging);
      if (isSought) return held;
      settling.seeAll();
      return settling.settle(steps, staging);
    },
  };
}

type Looking = { readonly isBusy?: boolean; readonly isSought?: boolean; readonly staging?: StagingState };

export type PlacingBench = ReturnType<typeof openPlacingBench>;

/** The journal, newest first, with the states as values. */
export const journalOf = (root: LocalRoot) =>
  root.whole.journal.query({ limit: 10 }).map(({ kind, path, bytes, before, after }) => ({
    kind,
    path,
    bytes,
    before: parsed(before),
    after: parsed(after),
  }));

const parsed = (json: string | null): unknown => (json === null ? null : JSON.parse(json));
