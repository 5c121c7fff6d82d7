import type { Query, QueryClient } from '@tanstack/react-query';
import { type ServiceCall, serviceCalls } from '../../../preload/ipc/service-calls.ts';
import type { ActivityEntry, Status } from '../../../preload/ipc/shapes/status.ts';
import type { TandemBridge } from '../../../preload/ipc/transport/bridge.ts';
import type { Session } from '../bridge/session.ts';
import { type ListParts, stale } from '../service/parts.ts';
import { afterRead, applyPatches, type IsTouched, touchedByJournal } from './cached-items.ts';
import { foldersOf } from './journal-news.ts';
import { patchOf, type RowPatch } from './row-patch.ts';
import { type Subject, subjectOf, touchedBy } from './table.ts';

/** Keeps cached answers fresh: the table says what a change touches, and this applies it to the cache. */
type Freshness = {
  /** The same bridge, whose changes also reach the cache, failed ones too, because a failure may be partial. */
  readonly observe: (bridge: TandemBridge) => TandemBridge;
  /** Follows what the engine reports and what this window uploads. */
  readonly follow: (bridge: TandemBridge, session: Session) => void;
};

type Touch = {
  readonly subjects: (subjects: readonly Subject[]) => void;
  readonly queries: (isTouched: IsTouched) => void;
};

/** Each pass over the cached lists may meet a hundred thousand rows, and so does the selection after it. */
const PATCHED_EVERY_MS = 300;

/** Stale answers are marked at once, then at most every `everyMs`, because sync produces bursts of changes. */
export function createFreshness(queries: QueryClient, everyMs = 1_000): Freshness {
  const markStale = staleMarker(queries);
  const add = inIntervals<IsTouched>((touched) => markStale((query) => touched.some((is) => is(query))), everyMs);
  const patch = inIntervals<RowPatch>((patches) => add(applyPatches(queries, patches)), PATCHED_EVERY_MS);
  const touch: Touch = {
    queries: add,
    subjects: (subjects) => {
      const touched = new Set<Subject | null>(subjects);
      if (touched.size > 0) add(({ queryKey }) => touched.has(subjectOf(queryKey)));
    },
  };
  return {
    observe: (bridge) => ({
      ...bridge,
      call: async (name, input) => {
        const result = await bridge.call(name, input);
        const sent = name === 'service.call' ? operationIn(input) : null;
        const subjects = touchedBy(name, sent?.operation ?? null);
        const made = sent !== null && result.ok ? patchOf(sent.operation, sent.request, result.value) : null;
        if (made !== null) patch(made);
        touch.subjects(made === null ? subjects : subjects.filter((subject) => subject !== 'items'));
        return result;
      },
    }),
    follow: (bridge, session) => {
      followStatus(session, touch);
      followUploads(session, touch);
      bridge.subscribe('activity', (entries) => {
        touch.subjects(subjectsOf(entries));
        touch.queries(touchedByJournal(queries, session.status.get(), entries));
      });
      session.connection.subscribe(() => {
        // Changes in between were not reported.
        if (session.connection.get() === 'connected') touch.queries(() => true);
      });
    },
  };
}

/** Parts of the status, and what their changes touch. */
const statusTouches: readonly (readonly [part: (status: Status) => string | number, touches: Subject])[] = [
  [({ roots }) => roots.reduce((sum, root) => sum + root.conflicts, 0), 'conflicts'],
  [({ roots }) => roots.reduce((sum, root) => sum + root.held, 0), 'held'],
  [
    ({ attention, attentionTotal }) =>
      [attentionTotal, ...attention.map(({ code, path, retryAtMs }) => `${code} ${retryAtMs} ${path}`)].join('\n'),
    'problems',
  ],
  [({ account }) => `${account.baseUrl} ${account.state} ${account.user?.id ?? ''}`, 'account'],
  [({ roots }) => roots.map(({ id }) => id).join(), 'roots'],
  [({ invitations }) => invitations.map(({ id }) => id).join(), 'sharing'],
  // One-off transfers belong to no root whose journal would report them.
  [({ transfers }) => transfers.filter(({ rootId }) => rootId === null).length, 'items'],
];

function followStatus({ status }: Session, touch: Touch): void {
  let seen: Status | null = null;
  status.subscribe(() => {
    const [before, now] = [seen, status.get()];
    if (now === null) return;
    seen = now;
    if (before === null) return;
    touch.subjects(statusTouches.flatMap(([part, subject]) => (part(before) === part(now) ? [] : [subject])));
    // What failed without a connection may succeed with one.
    if (!isConnected(before) && isConnected(now)) touch.queries(({ state }) => state.status === 'error');
  });
}

const isConnected = ({ account }: Status): boolean => account.state === 'connected';

function followUploads({ drops }: Session, touch: Touch): void {
  let sent = 0;
  drops.subscribe(() => {
    const before = sent;
    sent = drops.get().reduce((sum, batch) => sum + batch.sent, 0);
    if (sent !== before) touch.subjects(['items']);
  });
}

/** The data that journal entries touch, apart from items. The Activity page follows the journal itself. */
function subjectsOf(entries: readonly ActivityEntry[]): readonly Subject[] {
  const kinds = new Set(entries.map(({ kind }) => kind));
  const folders = entries.filter(({ itemKind }) => itemKind === 'folder');
  const touches: readonly Subject[] = [
    ...(folders.length > 0 ? (['selection'] as const) : []),
    ...(folders.some((entry) => !isRename(entry)) ? (['folderStates'] as const) : []),
    ...(kinds.has('trash-remote') || kinds.has('restore-remote') ? (['trash'] as const) : []),
    ...([...kinds].some((kind) => kind.endsWith('-version')) ? (['versions'] as const) : []),
  ];
  return ['recent', 'localTrash', ...touches];
}

/** The item is still in the same folder. */
function isRename(entry: ActivityEntry): boolean {
  const [to, from] = foldersOf(entry);
  return from !== undefined && from === to;
}

/** Collects changes and applies them together: the first at once, later additions at the end of the interval. */
function inIntervals<Change>(apply: (changes: readonly Change[]) => void, everyMs: number): (change: Change) => void {
  let waiting: Change[] = [];
  let isCooling = false;
  const flush = (): void => {
    const now = waiting;
    if (now.length === 0 || isCooling) return;
    waiting = [];
    isCooling = true;
    setTimeout(() => {
      isCooling = false;
      flush();
    }, everyMs);
    apply(now);
  };
  return (change) => {
    waiting.push(change);
    queueMicrotask(flush);
  };
}

/**
 * Lists in parts are only marked: each reads its parts in view again. One that is not shown, or has no part yet because the first was refused, is read
 * from scratch. A running query finishes first, because during a sync a slow one would never complete. It may have missed the change, so it is marked
 * afterwards.
 */
function staleMarker(queries: QueryClient): (isTouched: IsTouched) => void {
  const missed = new Set<Query>();
  const mark = (query: Query): void => {
    const isInParts = query.meta?.['isInParts'] === true;
    if (isInParts && !query.isActive()) queries.getQueryCache().remove(query);
    else if (query.state.fetchStatus === 'idle') {
      const parts = isInParts ? queries.getQueryData<ListParts<unknown>>(query.queryKey) : undefined;
      // A change ends the refusal of a part: marking the list directly lets it read on.
      if (parts !== undefined && query.state.status === 'error')
        return void queries.setQueryData(query.queryKey, stale(parts));
      const refetchType = parts === undefined ? 'active' : 'none';
      void queries.invalidateQueries({ queryKey: query.queryKey, exact: true, refetchType });
    } else if (!missed.has(query)) {
      missed.add(query);
      afterRead(query, () => {
        missed.delete(query);
        mark(query);
      });
    }
  };
  return (isTouched) => queries.getQueryCache().findAll({ predicate: isTouched }).forEach(mark);
}

function operationIn(input: object): { readonly operation: ServiceCall; readonly request: unknown } | null {
  const name: unknown = Reflect.get(input, 'operation');
  const operation = serviceCalls.find((known) => known === name);
  return operation === undefined ? null : { operation, request: Reflect.get(input, 'request') };
}
