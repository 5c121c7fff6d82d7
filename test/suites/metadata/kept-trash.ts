import { describe, expect, it } from 'vitest';
import type { MetadataStore, MetadataWrites } from '../../../service/ports/metadata-store.ts';
import { withRetention, withVersions } from './governance.ts';
import type { MetadataStoreFixture } from './metadata-store.ts';

/** The contract of every metadata store for what stays in the trash because a legal hold or a retention keeps it. */
export function keptTrashSuite(open: () => Promise<MetadataStoreFixture>): void {
  describe('the expired trash', () => {
    it('lists what was noted long ago, the oldest note first, while it is in the trash', async () => {
      await using fixture = await withVersions(open);
      const { store } = fixture;
      const { add, noteKept, noted, listed } = trashOf(store);
      await add();
      await store.transaction(({ items }) => items.noteKept('16', 3));
      await noteKept(2);
      expect(await noted(2)).toEqual([]);
      expect(await noted(3)).toEqual(['10', '120']);
      expect(await noted(4)).toEqual(['10', '16', '120']);
      expect(await noted(4, 1)).toEqual(['10', '120']);
      await noteKept(4);
      expect(await noted(4)).toEqual(['16']);
      expect(await listed()).toEqual([]);
      await store.transaction(async ({ items }) => {
        const file = await items.get('16');
        if (file) await items.update({ ...file, trashedAt: 6 }, file.name);
      });
      expect(await noted(4)).toEqual([]);
    });

    it('leaves out items and versions that are noted as held, until the hold is lifted', async () => {
      await using fixture = await withVersions(open);
      const { store } = fixture;
      const { add, noteKept, listed } = trashOf(store);
      await store.transaction(({ legalHolds }) => legalHolds.hold('501', { kind: 'version', id: '120' }, null));
      await add();
      expect(await listed()).toEqual(['10', '16', '120']);
      await noteKept();
      expect(await listed()).toEqual(['16']);
      await store.transaction(({ legalHolds }) => legalHolds.liftSome('501', 3));
      expect(await listed()).toEqual(['10', '16', '120']);
    });

    const ends: Readonly<Record<string, (retention: MetadataWrites['retention']) => Promise<unknown>>> = {
      'a retention is lifted': (retention) => retention.lift('601', '120'),
      'some retentions of an assignment are lifted': (retention) => retention.liftSome('601', 1),
      'versions go': (retention) => retention.forgetVersions(['120']),
    };

    it.each(Object.entries(ends))('leaves out those that are noted as retained, until %s', async (_, end) => {
      await using fixture = await withRetention(open);
      const { add, noteKept, listed } = trashOf(fixture.store);
      await add();
      await noteKept();
      expect(await listed()).toEqual(['16']);
      await fixture.store.transaction(({ retention }) => end(retention));
      expect(await listed()).toEqual(['10', '16', '120']);
    });
  });
}

/** Folder 10 and version 120 below it, which can be moved to the trash and noted as kept. File 16 is in the trash already. */
function trashOf(store: MetadataStore) {
  return {
    add: () =>
      store.transaction(async ({ items, versions }) => {
        const [top, version] = [await items.get('10'), await versions.get('120')];
        if (top) await items.update({ ...top, trashedAt: 4 }, top.name);
        if (version) await versions.update({ ...version, trashedAt: 4 });
      }),
    noteKept: (now = 1) =>
      store.transaction(async ({ items, versions }) => {
        await items.noteKept('10', now);
        await versions.noteKept('120', now);
      }),
    noted: async (notedBefore: number, limit = 9) => {
      const found = await store.read(async ({ items, versions }) => [
        ...(await items.listNoted(9, notedBefore, limit)),
        ...(await versions.listNoted(9, notedBefore, limit)),
      ]);
      return found.map(({ id }) => id);
    },
    listed: async () => {
      const found = await store.read(async ({ items, versions }) => [
        ...(await items.listTrashedBefore(9, 9, null)),
        ...(await versions.listTrashedBefore(9, 9, null)),
      ]);
      return found.map(({ id }) => id);
    },
  };
}
