import { rename, rm } from 'node:fs/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createLocalObserver } from '../../../../../../main/engine/observe/local/observer.ts';
import type { FileSystem } from '../../../../../../main/engine/ports/file-system.ts';
import { type LocalRoot, openLocalRoot } from '../../../../../support/engine/local-root.ts';

describe('how programs save', () => {
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

  test('[E47] an atomic save is the same item with a new fingerprint; the temporary name is never an item', async () => {
    await given('doc');
    const before = idOf('doc');
    await root.write('doc.tmp', 'new content');
    await rename(root.at('doc.tmp'), root.at('doc'));
    await root.scan('');
    expect(root.tree()).toEqual(['doc']);
    expect(idOf('doc')).toBe(before);
    expect(root.dirty()).toEqual(['doc']);
    expect(root.row('doc').sha1).toBeNull();
  });

  test('[E47] also when the temporary file was seen before the rename', async () => {
    await given('doc');
    const before = idOf('doc');
    await root.write('doc.tmp', 'new content');
    await root.scan('');
    expect(root.tree()).toEqual(['doc', 'doc.tmp']);
    await rename(root.at('doc.tmp'), root.at('doc'));
    await root.scan('');
    expect(root.tree()).toEqual(['doc']);
    expect(idOf('doc')).toBe(before);
  });

  test('[E48] a file that is renamed away, written again and cleaned up is the same item', async () => {
    await given('notes');
    const before = idOf('notes');
    await rename(root.at('notes'), root.at('notes~'));
    await root.write('notes', 'new content');
    await rm(root.at('notes~'));
    await root.scan('');
    expect(root.tree()).toEqual(['notes']);
    expect(idOf('notes')).toBe(before);
    expect((await root.settle()).settleAtMs).toBeNull();
    expect(root.tree()).toEqual(['notes']);
  });

  test.each(['as listed', 'in reverse'])(
    '[E48] a file saved beside its backup is the same item, save after save, whatever comes first (%s)',
    async (order) => {
      await given('notes', 'other');
      const before = idOf('notes');
      const list: FileSystem['list'] = async (path) => {
        const listing = await root.fileSystem.list(path);
        const entries = [...listing.entries].sort((a, b) => (a.name < b.name ? -1 : 1));
        return { ...listing, entries: order === 'in reverse' ? entries.reverse() : entries };
      };
      const observer = createLocalObserver({ ...root.parts, fileSystem: { ...root.fileSystem, list } });
      const backups: number[] = [];
      for (const save of ['first', 'second']) {
        await rename(root.at('notes'), root.at('notes~'));
        await root.write('notes', `content of the ${save} save`);
        await observer.scanDirectories([root.path]);
        expect(root.tree()).toEqual(['notes', 'notes~', 'other']);
        expect(idOf('notes')).toBe(before);
        expect(root.dirty()).toEqual(['notes', 'notes~']);
        backups.push(idOf('notes~'));
        root.syncAll();
        root.advance(10_000);
        expect((await observer.settleMissing()).settleAtMs).toBeNull();
      }
      expect(backups[1]).toBe(backups[0]);
      expect((await root.observer.scanAll()).changed).toBe(0);
    },
  );

  test('[E48] of logs that move up by one name, only the one with a new file under its name stays', async () => {
    await given('log', 'log.1', 'log.2');
    const [log, first, second] = [idOf('log'), idOf('log.1'), idOf('log.2')];
    await rename(root.at('log.1'), root.at('log.2'));
    await rename(root.at('log'), root.at('log.1'));
    await root.write('log', 'a new day');
    await root.scan('');
    expect([idOf('log'), idOf('log.2')]).toEqual([log, first]);
    expect([log, first, second]).not.toContain(idOf('log.1'));
    expect(root.tree()).toEqual(['log', 'log.1', 'log.2']);
    expect((await root.observer.scanAll()).changed).toBe(0);
  });
});
