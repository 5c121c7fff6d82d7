import { rename, rm, utimes } from 'node:fs/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { localId } from '../../../../../../main/engine/model/ids.ts';
import { createLocalObserver, type LocalObserver } from '../../../../../../main/engine/observe/local/observer.ts';
import { type LocalRoot, openLocalRoot } from '../../../../../support/engine/local-root.ts';

describe('large folders', () => {
  let root: LocalRoot;
  const idOf = (path: string): number => root.row(path).id;
  /** Files, observed and synced. */
  const given = async (...paths: string[]): Promise<void> => {
    for (const path of paths) await root.write(path, `content of ${path}`);
    await root.observer.scanAll();
    root.syncAll();
  };
  beforeEach(async () => {
    root = await openLocalRoot();
  });
  afterEach(() => root.dispose());

  test.each([
    ['deleted', () => rm(root.at('large'), { recursive: true })],
    ['excluded by a new rule', () => root.write('.tandemignore', 'large/')],
    ['renamed to an ignored name', () => rename(root.at('large'), root.at('large.bak'))],
  ])('[E120] a large folder that was %s leaves in portions, so that others have their turn', async (_, act) => {
    await root.write('.tandemignore', '*.bak');
    await given('kept', ...Array.from({ length: 350 }, (__, index) => `large/${index % 7}/${index}`));
    await act();
    const counts: number[] = [];
    const look = async (observe: (observer: LocalObserver) => Promise<unknown>): Promise<void> => {
      const sleep = async () => void counts.push(root.store.localCount());
      counts.push(root.store.localCount());
      await observe(createLocalObserver({ ...root.parts, clock: { ...root.parts.clock, sleep } }));
      counts.push(root.store.localCount());
    };
    await look((observer) => observer.scanAll());
    root.advance(10_000);
    await look((observer) => observer.settleMissing());
    expect(root.tree()).toEqual(['.tandemignore', 'kept']);
    expect(Math.max(...counts.slice(1).map((count, index) => (counts[index] ?? 0) - count))).toBeLessThanOrEqual(101);
  });

  test('[P87] a scan gives way to other work while rules take long', async () => {
    for (let index = 0; index < 50; index += 1) await root.write(`${index % 5}/${index}`, 'content');
    let [nowMs, rests] = [1_000_000, 0];
    const clock = { ...root.parts.clock, nowMs: () => (nowMs += 2), sleep: async () => void (rests += 1) };
    await createLocalObserver({ ...root.parts, clock }).scanAll();
    expect(rests).toBeGreaterThanOrEqual(10);
  });

  test('[E120] a folder of many files is compared in portions, whether they are new, changed, ignored or gone', async () => {
    const names = Array.from({ length: 350 }, (_, index) => `large/${index}`);
    const written: number[] = [];
    const scan = async (): Promise<void> => {
      const { store, clock } = root.parts;
      let writes = 0;
      const counted = <Args extends readonly unknown[]>(write: (...args: Args) => void) => {
        return (...args: Args): void => {
          writes += 1;
          write(...args);
        };
      };
      const counting = {
        ...store,
        putLocal: counted(store.putLocal),
        putIgnored: counted(store.putIgnored),
        removeIgnored: counted(store.removeIgnored),
        markMissing: counted(store.markMissing),
      };
      const turn = (): void => {
        written.push(writes);
        writes = 0;
      };
      const sleep = async () => turn();
      const observer = createLocalObserver({ ...root.parts, store: counting, clock: { ...clock, sleep } });
      await observer.scanAll();
      turn();
    };
    for (const name of names) await root.write(name, 'new');
    await scan();
    for (const name of names) await utimes(root.at(name), 1, 1);
    await scan();
    for (const name of names) await rename(root.at(name), root.at(`${name}.swp`));
    await scan();
    for (const name of names) await rm(root.at(`${name}.swp`));
    await scan();
    expect(root.store.ignoredCount()).toBe(0);
    expect(written.reduce((sum, writes) => sum + writes, 0)).toBeGreaterThan(4 * names.length);
    expect(Math.max(...written)).toBeLessThanOrEqual(100);
  });

  test('[I9] a folder that a step removes while it is compared leaves nothing behind', async () => {
    await given(...Array.from({ length: 150 }, (_, index) => `large/${index}`));
    for (let index = 0; index < 150; index++) await root.write(`large/new ${index}`, 'new');
    const { store, clock } = root.parts;
    const large = localId(idOf('large'));
    const sleep = async () => {
      if (store.local(large) !== undefined) store.removeLocal(large, store.tick());
    };
    await createLocalObserver({ ...root.parts, clock: { ...clock, sleep } }).scanDirectories([root.at('large')]);
    expect(store.localCount()).toBe(1 + root.tree().length);
  });
});
