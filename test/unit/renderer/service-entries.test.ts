import { InfiniteQueryObserver, QueryClient } from '@tanstack/react-query';
import { afterEach, describe, expect, test } from 'vitest';
import { CommandRefused } from '../../../renderer/state/bridge/bridge.ts';
import { entriesOf } from '../../../renderer/state/service/service-entries.ts';

type Page = { readonly entries: readonly string[]; readonly next: number | null };

const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
afterEach(() => queries.clear());

function listOf(pages: readonly (Page | CommandRefused)[]) {
  const observer = new InfiniteQueryObserver<Page, CommandRefused, { pages: Page[] }, string[], number>(queries, {
    queryKey: ['list'],
    queryFn: ({ pageParam }) => {
      const page = pages[pageParam];
      if (page === undefined || page instanceof CommandRefused) throw page ?? new Error('there is no such page');
      return page;
    },
    initialPageParam: 0,
    getNextPageParam: ({ next }) => next,
  });
  observer.subscribe(() => undefined);
  return () => entriesOf(observer.getCurrentResult());
}

describe('the entries of a list that is read page by page', () => {
  test('there is more until the last page is read, and never two of it', async () => {
    const list = listOf([
      { entries: ['a', 'b'], next: 1 },
      { entries: ['c'], next: null },
    ]);
    expect(list()).toMatchObject({ entries: [], isPending: true, hasMore: false });
    await expect.poll(() => list().entries).toEqual(['a', 'b']);
    expect(list()).toMatchObject({ isPending: false, hasMore: true, error: null });
    list().more();
    list().more();
    await expect.poll(() => list().entries).toEqual(['a', 'b', 'c']);
    expect(list().hasMore).toBe(false);
    list().more();
    expect(list()).toMatchObject({ entries: ['a', 'b', 'c'], isPending: false, hasMore: false });
  });

  test('what is refused is told, and can be asked again', async () => {
    const refused = new CommandRefused({ code: 'offline', message: 'Nobody is there.', remedy: 'Wait.' });
    const pages: (Page | CommandRefused)[] = [refused];
    const list = listOf(pages);
    await expect.poll(() => list().error).toBe(refused);
    expect(list()).toMatchObject({ entries: [], isPending: false, hasMore: false });
    pages[0] = { entries: ['a'], next: null };
    list().again();
    await expect.poll(() => list().entries).toEqual(['a']);
    expect(list().error).toBeNull();
  });
});
