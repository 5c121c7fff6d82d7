import { InfiniteQueryObserver, QueryClient } from '@tanstack/react-query';
import { describe, expect, it } from 'vitest';
import type { ActivityEntry } from '../../../../../preload/ipc/shapes/status.ts';
import { noFilter, toQuestion } from '../../../../../renderer/features/activity/filter.ts';
import { nextCursor, withNewest } from '../../../../../renderer/features/activity/use-journal.ts';
import { withEarlier, withSample } from '../../../../../renderer/state/bridge/rate-history.ts';
import { hrefOf, parseRoute } from '../../../../../renderer/state/hooks/route.ts';

const entry = (id: number): ActivityEntry => ({
  id,
  atMs: id,
  rootId: 1,
  kind: 'upload',
  side: 'remote',
  path: `${id}.txt`,
  fromPath: null,
  batch: 1,
  undo: 'possible',
  by: null,
  itemKind: 'file',
  bytes: 1,
  sentence: 'Uploaded',
  rule: 'P1',
});
const page = (ids: readonly number[], more = false) => ({ entries: ids.map(entry), more });
const idsOf = (journal: Pick<ReturnType<typeof withNewest>, 'pages'>): number[] =>
  journal.pages.flatMap(({ entries }) => entries.map(({ id }) => id));

type Cursor = ReturnType<typeof nextCursor>;

/** The answer to a question for one page, when `newest` was the newest entry. */
function answer(all: readonly ActivityEntry[], newest: number, cursor: Cursor = null) {
  const { before, withoutBatches = [] } = cursor ?? {};
  const found = all.filter(
    ({ id, batch }) => id <= newest && (before === undefined || id < before) && !withoutBatches.includes(batch),
  );
  return { entries: found.slice(0, 100), more: found.length > 100 };
}

/** The pages after the list has asked for all of them again. */
async function readAgain(shown: ReturnType<typeof withNewest>, all: readonly ActivityEntry[], newest: number) {
  const queries = new QueryClient();
  queries.setQueryData(['journal'], shown);
  const list = new InfiniteQueryObserver(queries, {
    queryKey: ['journal'],
    queryFn: async ({ pageParam }) => answer(all, newest, pageParam),
    initialPageParam: null as Cursor,
    getNextPageParam: (_last, pages) => nextCursor(pages),
  });
  const { data } = await list.refetch();
  return data ?? { pages: [] };
}

describe('journal pages', () => {
  it('put new entries before the shown ones, and keep the older pages', () => {
    const shown = { pages: [page([5, 4], true), page([3, 2])], pageParams: [] };
    expect(idsOf(withNewest(shown, page([7, 6, 5, 4], true)))).toEqual([7, 6, 5, 4, 3, 2]);
  });

  it('do not grow without end: the rest is read again once it is wanted', () => {
    const ids = (from: number, to: number) => Array.from({ length: from - to + 1 }, (_, at) => from - at);
    const ofOwnBatch = (list: ReturnType<typeof page>) => ({
      ...list,
      entries: list.entries.map((one) => ({ ...one, batch: one.id })),
    });
    let shown: ReturnType<typeof withNewest> | undefined;
    for (let newest = 100; newest <= 1_000; newest += 50) {
      shown = withNewest(shown, ofOwnBatch(page(ids(newest, newest - 99), true)));
    }
    expect(shown === undefined ? [] : idsOf(shown)).toEqual(ids(1_000, 801));
    expect(shown?.pages.at(-1)?.more).toBe(true);
  });

  it('read as many entries again as are shown, also those that a change has put before them', async () => {
    const all = Array.from({ length: 500 }, (_, at) => ({ ...entry(500 - at), batch: 500 - at }));
    const shown = withNewest(
      { pages: [answer(all, 250), answer(all, 250, { before: 151, withoutBatches: [] })], pageParams: [] },
      answer(all, 300),
    );
    expect(idsOf(await readAgain(shown, all, 300))).toEqual(idsOf(shown));
  });

  it('hold the newest entries of a long batch, then entries older than the batch', async () => {
    // Batch 1 is still running; ids 1 to 50 are those of other batches.
    const all = Array.from({ length: 2_000 }, (_, at) => ({
      ...entry(2_000 - at),
      batch: at < 1_950 ? 1 : 2_000 + at,
    }));
    let shown: ReturnType<typeof withNewest> | undefined;
    for (let newest = 500; newest <= 2_000; newest += 50) shown = withNewest(shown, answer(all, newest));
    const read = shown === undefined ? [] : idsOf(shown);
    // The page after the first 500 shows that there are more.
    expect(read).toHaveLength(600);
    expect(read.at(-1)).toBe(1_401);
    const next = answer(all, 2_000, nextCursor(shown?.pages ?? []));
    expect(idsOf({ pages: [next] })).toEqual(Array.from({ length: 50 }, (_, at) => 50 - at));
    const whole = { pages: [...(shown?.pages ?? []), next], pageParams: [] };
    expect(idsOf(await readAgain(whole, all, 2_000))).toEqual(idsOf(whole));
  });

  it('stay the same when there is nothing new', () => {
    const shown = { pages: [page([5, 4], true)], pageParams: [null] };
    expect(withNewest(shown, page([5, 4], true))).toBe(shown);
  });

  it('start from scratch where entries would be missing in between', () => {
    const shown = { pages: [page([5, 4])], pageParams: [null] };
    expect(idsOf(withNewest(shown, page([99, 98], true)))).toEqual([99, 98]);
    expect(idsOf(withNewest(undefined, page([1])))).toEqual([1]);
  });
});

describe('the address of a page', () => {
  it('holds page and parameters, and knows home for anything else', () => {
    const href = hrefOf('activity', { why: 'a/ü &.txt', root: '2' });
    const route = parseRoute(href);
    expect(route.page).toBe('activity');
    expect(route.parameters.get('why')).toBe('a/ü &.txt');
    expect(parseRoute('').page).toBe('home');
    expect(parseRoute('#/nowhere?x=1').page).toBe('home');
  });
});

describe('the question to the journal', () => {
  it('names only the set filters', () => {
    expect(toQuestion(noFilter, 0)).toEqual({});
    expect(
      toQuestion({ kind: 'deletes', side: 'local', time: 'hour', rootId: 2, mine: '7', words: ' a ' }, 3_600_001),
    ).toEqual({
      kinds: ['trash-remote', 'trash-local'],
      side: 'local',
      sinceMs: 1,
      rootId: 2,
      contains: 'a',
      mine: '7',
    });
  });
});

describe('the rates of the last five minutes', () => {
  it('forget older samples', () => {
    const sample = (atMs: number) => ({ atMs, up: 1, down: 1 });
    const history = withSample(withSample([], sample(0)), sample(1000));
    expect(withSample(history, sample(300_500)).map(({ atMs }) => atMs)).toEqual([1000, 300_500]);
  });

  it('hold one sample of a moment, and go on from a clock that was set back', () => {
    const sample = (atMs: number, up: number) => ({ atMs, up, down: 0 });
    const history = [sample(1000, 1), sample(2000, 2)];
    expect(withSample(history, sample(2000, 3))).toEqual([sample(1000, 1), sample(2000, 3)]);
    expect(withSample(history, sample(1500, 3))).toEqual([sample(1000, 1), sample(1500, 3)]);
  });

  it('have no gap between those of the engine and the first that this window knows', () => {
    const sample = (atMs: number, up: number | null = 1) => ({ atMs, up, down: up });
    const seen = [sample(301_000, null), sample(302_000)];
    expect(withEarlier([sample(300_000), sample(301_500)], seen)).toEqual([
      sample(300_000),
      sample(301_500),
      sample(302_000),
    ]);
    expect(withEarlier([], seen)).toEqual(seen);
  });

  it('begin with those that the engine has kept from before', () => {
    const sample = (atMs: number) => ({ atMs, up: 1, down: 1 });
    const kept = [0, 5_000, 200_000, 295_000, 305_000].map(sample);
    const seen = [301_000, 302_000].map(sample);
    expect(withEarlier(kept, seen).map(({ atMs }) => atMs)).toEqual([5_000, 200_000, 295_000, 301_000, 302_000]);
    expect(withEarlier(kept, [])).toEqual(kept.slice(1));
  });
});
