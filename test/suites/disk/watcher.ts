import { basename, dirname } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Watch, Watcher, WatchTrouble } from '../../../main/engine/ports/watcher.ts';

/** A root to watch, with the means to change it and the folder around it. All paths are absolute. */
export type WatchBench = {
  readonly watcher: Watcher;
  readonly root: string;
  write(path: string, text: string): Promise<void>;
  /** Changes files in a folder that many times, without a pause in which the events could be read. */
  burst(folder: string, changes: number): void;
  folder(path: string): Promise<void>;
  rename(from: string, to: string): Promise<void>;
  remove(path: string): Promise<void>;
  dispose(): Promise<void>;
};

/** Generous: a loaded machine is no fault of the watcher. */
const WAIT = { timeout: 45_000, interval: 20 };
const LONGEST_MS = 60_000;

/** The contract of every watcher behind the `Watcher` port. */
export function watcherSuite(name: string, open: () => Promise<WatchBench>): void {
  describe(`watcher: ${name}`, { timeout: LONGEST_MS }, () => {
    let bench: WatchBench;
    let watch: Watch | null = null;
    const hints = new Set<string>();
    const renewals: string[] = [];
    const at = (path: string): string => `${bench.root}/${path}`;
    const start = async (...without: string[]): Promise<void> => {
      const listener = {
        hint: (directory: string) => void hints.add(directory),
        renew: (reason: string) => void renewals.push(reason),
        blind: ({ why }: WatchTrouble) => void renewals.push(why),
      };
      watch = await bench.watcher.watch(bench.root, listener, without);
    };
    const hinted = async (...directories: string[]): Promise<void> => {
      await vi.waitFor(() => expect(directories.filter((directory) => !hints.has(directory))).toEqual([]), WAIT);
    };

    beforeEach(async () => {
      bench = await open();
      hints.clear();
      renewals.length = 0;
    });
    afterEach(async () => {
      await watch?.close();
      watch = null;
      await bench.dispose();
    });

    test('a new, changed, renamed and removed file each hint at their directory', async () => {
      await bench.folder(at('a/b'));
      await bench.write(at('a/b/old'), 'x');
      await start();
      for (const change of [
        () => bench.write(at('a/b/new'), 'x'),
        () => bench.write(at('a/b/old'), 'longer'),
        () => bench.rename(at('a/b/new'), at('a/b/newer')),
        () => bench.remove(at('a/b/old')),
      ]) {
        hints.clear();
        await change();
        await hinted(at('a/b'));
      }
    });

    test("[P58] nothing in Tandem's own folders is hinted at, also not in one that comes later", async () => {
      for (const folder of ['a/data/client', 'a/.tandem/staging']) await bench.folder(at(folder));
      await start(at('a/data/client'), at('later/client'));
      for (const folder of ['later/client/trash', 'later/.tandem/staging']) await bench.folder(at(folder));
      await bench.write(at('a/data/client/engine.db'), 'x');
      await bench.write(at('a/.tandem/staging/part'), 'x');
      await bench.write(at('later/client/trash/x'), 'x');
      await bench.write(at('later/.tandem/staging/part'), 'x');
      await bench.folder(at('last'));
      await bench.write(at('last/file'), 'x');
      await hinted(at('last'));
      expect([...hints].filter((path) => /client|\.tandem/.test(path))).toEqual([]);
    });

    test('a move from one directory to another hints at both', async () => {
      await bench.folder(at('from'));
      await bench.folder(at('to'));
      await bench.write(at('from/file'), 'x');
      await start();
      await bench.rename(at('from/file'), at('to/file'));
      await hinted(at('from'), at('to'));
    });

    test('[E120] in fresh nested directories no file is missed: each directory that holds one is hinted at', async () => {
      await start();
      for (let n = 0; n < 200; n += 1) {
        await bench.folder(at(`n${n}/a/b`));
        await bench.write(at(`n${n}/a/b/file`), 'x');
      }
      await hinted(...Array.from({ length: 200 }, (_, n) => at(`n${n}/a/b`)));
    });

    test('changes in a directory that came later, or came from elsewhere, are hinted at under its new name', async () => {
      await bench.folder(at('old/inner'));
      await start();
      await bench.rename(at('old'), at('new'));
      await hinted(bench.root, at('new'));
      hints.clear();
      await bench.write(at('new/inner/file'), 'x');
      await hinted(at('new/inner'));
    });

    test('a directory that was removed and made again is watched again', async () => {
      await bench.folder(at('a/b'));
      await start();
      for (let round = 0; round < 3; round += 1) {
        await bench.remove(at('a'));
        await bench.folder(at('a/b'));
        await hinted(at('a/b'));
        hints.clear();
        await bench.write(at('a/b/file'), 'x');
        await hinted(at('a/b'));
        hints.clear();
      }
    });

    test('many directories that turn into files and back, among many files, are watched again', async () => {
      const names = Array.from({ length: 20 }, (_, n) => `a/n${n}`);
      for (const name of names) {
        await bench.folder(at(name));
        await bench.write(at(`${name}.txt`), 'x');
      }
      await start();
      for (const name of names) {
        await bench.remove(at(name));
        await bench.remove(at(`${name}.txt`));
        await bench.write(at(name), 'x');
      }
      await hinted(at('a'));
      for (const name of names) {
        await bench.remove(at(name));
        await bench.folder(at(name));
      }
      await hinted(...names.map(at));
      hints.clear();
      for (const name of names) await bench.write(at(`${name}/file`), 'x');
      await hinted(...names.map(at));
    });

    test('[E68] a root that is gone, and there again before anyone looked, asks for another watch', async () => {
      await bench.folder(at('a'));
      await start();
      await bench.remove(bench.root);
      await bench.folder(bench.root);
      await vi.waitFor(() => expect(renewals).not.toEqual([]), WAIT);
    });

    test('[E68] another folder at the path of the root, such as a mounted volume, is found by a check', async () => {
      await bench.write(at('file'), 'x');
      await start();
      await watch?.check();
      expect(renewals).toEqual([]);
      await bench.rename(dirname(bench.root), `${dirname(bench.root)}-elsewhere`);
      await watch?.check();
      expect(renewals).toEqual([]);
      await bench.folder(bench.root);
      await watch?.check();
      expect(renewals).toHaveLength(1);
    });

    test('[E68] so is the folder of a root that was missing when it was to be watched', async () => {
      await bench.remove(bench.root);
      await start();
      await bench.folder(bench.root);
      await watch?.check();
      expect(renewals).not.toEqual([]);
    });

    test('[E118] so many changes at once that the system may have dropped some ask for another watch', async () => {
      await start();
      bench.burst(bench.root, 4000);
      await bench.folder(at('last'));
      await hinted(at('last'));
      expect(renewals).toEqual([]);
      // Fewer than the queue of Linux holds.
      bench.burst(bench.root, 12_000);
      await vi.waitFor(() => expect(renewals).not.toEqual([]), WAIT);
    });

    test('changes of an item with the name of the root in it ask for no other watch', async () => {
      const same = at(basename(bench.root));
      await start();
      await bench.write(same, 'x');
      await hinted(bench.root);
      hints.clear();
      await bench.write(`${same}-2`, 'x');
      await bench.rename(`${same}-2`, same);
      await bench.write(at('last'), 'x');
      await hinted(bench.root);
      expect(renewals).toEqual([]);
    });

    test('the state folder of the root is not reported', async () => {
      await bench.folder(at('.tandem/staging'));
      await start();
      await bench.write(at('.tandem/staging/s'), 'x');
      await bench.write(at('.tandem/root'), 'x');
      await bench.write(at('visible'), 'x');
      await hinted(bench.root);
      expect([...hints].filter((path) => path.includes('.tandem'))).toEqual([]);
    });

    test('a closed watcher reports nothing', async () => {
      await bench.folder(at('a'));
      await start();
      await watch?.close();
      await bench.write(at('a/file'), 'x');
      // A second watcher of the same root tells when the system has passed the change on.
      let isPassedOn = false;
      const second = await bench.watcher.watch(bench.root, {
        hint: () => (isPassedOn = true),
        renew: () => undefined,
        blind: () => undefined,
      });
      await bench.write(at('a/file'), 'y');
      await vi.waitFor(() => expect(isPassedOn).toBe(true), WAIT);
      await second.close();
      expect([...hints]).toEqual([]);
    });
  });
}
