/**
 * The engine syncs local folders with the service. This is its public face; the work on a root reads from the top down in `root/root-round.ts`
 * (observe, plan, act, record), with the steps in `execute/` and the decisions in `plan/`.
 * It knows no Electron, disk or network: all of those are ports.
 */
import type { PathAddress, PathState } from '../../preload/ipc/shapes/path-state.ts';
import type { ActivityEntryData, StatusData, TransferScope, WhyData } from '../../preload/ipc/shapes/status.ts';
import { checkNow } from './face/check-now.ts';
import { createEngineActs, type EngineActs } from './face/engine-acts.ts';
import { createEngineLife, type EngineLife } from './face/engine-life.ts';
import { createEngineLinks, type EngineLinks } from './face/engine-links.ts';
import { createEngineOrders, type EngineOrders } from './face/engine-orders.ts';
import { type ActivityRequest, answerActivity, answerWhy } from './face/engine-questions.ts';
import { createEngineStatus } from './face/engine-status.ts';
import type { FeedHub } from './face/feed-hub.ts';
import { createInvitations } from './face/invitations.ts';
import { createMentions } from './face/mentions.ts';
import type { Answer } from './model/refusal.ts';
import type { RateSample } from './model/transfer/transfer-progress.ts';
import { shareStream } from './observe/remote/shared-stream.ts';
import { answerPlan, type PlanAnswer, type PlanRequest } from './report/dry-run/dry-run.ts';
import type { Notice } from './report/notices/invitation-notice.ts';
import { rescueNotice } from './report/notices/rescue-notice.ts';
import { createPathStates } from './report/path-states/path-states.ts';
import { isInGroup } from './report/status/transfer-groups.ts';
import { createAccountGate } from './root/account/account-gate.ts';
import { createEngineRoots } from './root/account/engine-roots.ts';
import { type Noticed, watchSurroundings } from './root/account/surroundings.ts';
import type { EngineParts } from './root/engine-parts.ts';
import type { Notify } from './root/root-context.ts';
import type { JournalEntry } from './store/history/journal-table.ts';

export type Engine = Omit<EngineLife, 'isStarted' | 'isRunning'> &
  EngineOrders &
  EngineLinks & {
    status(): StatusData;
    readonly feeds: FeedHub;
    /** A dry run on a copy of the store: changes nothing on either side, and nothing here. */
    plan(request: PlanRequest): Promise<PlanAnswer>;
    why(request: { readonly path: string }): Promise<Answer<WhyData>>;
    /** The states of many rows at once; the feed `paths` then reports changes to them. */
    pathStates(paths: readonly PathAddress[]): PathState[];
    activity(request: ActivityRequest): { entries: ActivityEntryData[]; more: boolean };
    /** False: no such transfer, or it has ended. */
    cancelTransfer(id: string): boolean;
    /** Cancels all transfers, or the small files of a group, and returns how many. */
    cancelTransfers(group: TransferScope | null): number;
    /** The transfer rates of the last five minutes, oldest first. */
    rates(): readonly RateSample[];
    refreshInvitations(): void;
    /** The computer woke up (`rescan`), or the user came back: renews connections and checks both sides now. */
    checkNow(what: { readonly rescan: boolean }): void;
    /** Conflicts, held batches, undo, the local trash. */
    readonly acts: EngineActs;
  };

export function createEngine(given: EngineParts): Engine {
  const parts: EngineParts = { ...given, remote: shareStream(given.remote, given.clock) };
  // Early parts call this to reach parts that are created later.
  const notifyChanged = (entries: readonly JournalEntry[]): void => {
    view.changed(entries);
    if (entries.length === 0) return;
    const notice = rescueNotice(entries, new Map(roots.own().map(({ id, localPath }) => [Number(id), localPath])));
    if (notice !== null) view.feeds.send('notice', notice);
  };
  const gate = createAccountGate(parts.clock, parts.random, () => {
    for (const { wake } of roots.contexts()) wake.ring();
    surroundings.stir();
    notifyChanged([]);
  });
  const isAsked = (): boolean => contexts().some(({ folder }) => folder.isPresent);
  const noticed = (what: Noticed): void => checkNow(parts, gate, contexts(), what);
  const surroundings = watchSurroundings(parts, gate, { noticed, isAsked });
  const tell = (notice: Notice): void => view.feeds.send('notice', notice);
  const invitations = createInvitations(parts, tell, () => notifyChanged([]));
  const mentions = createMentions(parts, tell);
  const refreshInvitations = invitations.refresh;
  const notify = onceEach((id, sentence) => tell({ id, kind: 'attention', ...sentence, invitation: null }));
  const roots = createEngineRoots({ parts, gate, notifyChanged, refreshInvitations, notify });
  const pathStates = createPathStates({ contexts: roots.contexts, transfers: () => parts.transfers.list() });
  const { contexts } = roots;
  const changed = (): void => notifyChanged([]);
  const view = createEngineStatus({
    parts,
    gate,
    isRunning: () => isRunning(),
    contexts,
    invitations: invitations.current,
    pathStates,
  });
  // Open the roots before anything starts, so that the status can report them.
  for (const record of roots.own()) roots.open(record);
  const endProgress = parts.transfers.subscribe(() => notifyChanged([]));
  const onStop = (): void => {
    endProgress();
    view.close();
    invitations.close();
    mentions.close();
  };
  const onStart = (): void => {
    refreshInvitations();
    notifySetAside(parts, notify);
  };
  const { isStarted, isRunning, ...life } = createEngineLife({ parts, roots, surroundings, onStart, onStop });
  return {
    ...life,
    ...createEngineLinks({ parts, roots, isStarted, statuses: () => view.status().roots, changed }),
    ...createEngineOrders(parts, roots, gate, changed),
    ...answersOf(parts, roots),
    status: view.status,
    feeds: view.feeds,
    pathStates: (paths) => pathStates.state(paths),
    refreshInvitations,
    checkNow: surroundings.look,
  };
}

/** History and conflicts are gone with a damaged store: only this explains why (SPEC P59). */
function notifySetAside({ store, clock }: EngineParts, notify: Notify): void {
  if (store.setAside === null) return;
  notify(`state set aside ${clock.nowMs()}`, {
    title: { code: 'state_set_aside', args: {} },
    body: { code: 'state_set_aside_details', args: { path: store.setAside } },
  });
}

function onceEach(notify: Notify): Notify {
  const known = new Set<string>();
  return (id, notice) => {
    if (!known.has(id)) notify(id, notice);
    known.add(id);
  };
}

/** Answers from the roots and the store; needs nothing running. */
function answersOf(
  parts: EngineParts,
  roots: ReturnType<typeof createEngineRoots>,
): Pick<Engine, 'plan' | 'why' | 'activity' | 'cancelTransfer' | 'cancelTransfers' | 'rates' | 'acts'> {
  return {
    plan: (request) => answerPlan(parts, roots, request),
    why: ({ path }) => answerWhy(roots, path),
    activity: (request) => answerActivity(parts, request),
    cancelTransfer: (id) => parts.transfers.cancel(id),
    cancelTransfers: (group) => {
      const all = parts.transfers.list();
      const meant = group === null ? all : all.filter((transfer) => isInGroup(transfer, group));
      return meant.filter(({ id }) => parts.transfers.cancel(id)).length;
    },
    rates: () => parts.transfers.rates(),
    acts: createEngineActs(parts, roots),
  };
}
