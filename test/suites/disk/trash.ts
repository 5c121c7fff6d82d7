import { expect, test } from 'vitest';
import type { DiskBench } from './disk-bench.ts';

/** The part of a disk's contract by which nothing in the trash is ever replaced. */
export function trashTests(bench: () => DiskBench): void {
  const at = (path: string): string => `${bench().root}/${path}`;

  test('a folder goes to the trash whole, and a second one of its name beside it', async () => {
    const trash = `${bench().outside}/trash/2026-01-02/docs`;
    await bench().folder(at('folder'));
    await bench().write(at('folder/file.txt'), 'one');
    const first = await bench().fileSystem.trash(at('folder'), trash);
    await bench().folder(at('folder'));
    await bench().write(at('folder/file.txt'), 'two');
    const second = await bench().fileSystem.trash(at('folder'), trash);
    expect(second).not.toBe(first);
    expect(await bench().read(`${first}/file.txt`)).toBe('one');
    expect(await bench().read(`${second}/file.txt`)).toBe('two');
    expect(await bench().fileSystem.stat(at('folder'))).toBeNull();
  });

  test('two files of one name that go at once are both in the trash', async () => {
    const trash = `${bench().outside}/trash/2026-01-02`;
    for (const folder of ['a', 'b']) await bench().folder(at(folder));
    for (let round = 0; round < 50; round += 1) {
      for (const folder of ['a', 'b']) await bench().write(at(`${folder}/notes.txt`), folder);
      const to = `${trash}/${round}`;
      const places = await Promise.all(
        ['a', 'b'].map((folder) => bench().fileSystem.trash(at(`${folder}/notes.txt`), to)),
      );
      expect(await Promise.all(places.map((place) => bench().read(place)))).toEqual(['a', 'b']);
    }
  });

  test('where an item goes is told while it is still at its place', async () => {
    const trash = `${bench().outside}/trash/2026-01-02`;
    const { fileSystem, write, folder } = bench();
    for (const name of ['first', 'second']) {
      const told: string[] = [];
      await folder(at('folder'));
      await write(at('folder/file.txt'), name);
      for (const item of ['folder/file.txt', 'folder']) {
        const place = await fileSystem.trash(at(item), trash, undefined, (to) => told.push(to));
        expect(told.splice(0)).toEqual([place]);
      }
    }
    await write(at('file'), 'stays');
    const untold = fileSystem.trash(at('file'), `${trash}/untold`, undefined, () => {
      throw new Error('the place cannot be noted');
    });
    await expect(untold).rejects.toThrow();
    expect(await bench().read(at('file'))).toBe('stays');
    expect((await fileSystem.list(`${trash}/untold`)).entries).toEqual([]);
  });

  test('an item that is not the expected one stays', async () => {
    const trash = `${bench().outside}/trash/2026-01-02`;
    for (const folder of ['.tandem', 'a', 'b']) await bench().folder(at(folder));
    const { stat } = bench().fileSystem;
    const [a, b] = [await stat(at('a')), await stat(at('b'))];
    await expect(bench().fileSystem.trash(at('a'), trash, b?.fingerprint.identity)).rejects.toMatchObject({
      name: 'FileSystemError',
      code: 'changed',
    });
    expect(await stat(at('a'))).toEqual(a);
    await bench().fileSystem.trash(at('a'), trash, a?.fingerprint.identity);
    expect(await stat(at('a'))).toBeNull();
  });

  test('a missing item cannot be trashed', async () => {
    await expect(bench().fileSystem.trash(at('missing'), `${bench().outside}/trash`)).rejects.toMatchObject({
      name: 'FileSystemError',
      code: 'not_found',
    });
  });
}
