import { describe, expect, it } from 'vitest';
import type { MetadataStore, MetadataWrites } from '../../../service/ports/metadata-store.ts';
import { withRetention, withVersions } from './governance.ts';
import type { MetadataStoreFixture } from './metadata-store.ts';

/** The contract of every metadata store for what stays in the trash because a legal hold or a retention keeps it. */
export function keptTrashSuite(open: () => Promise<MetadataStoreFixture>): void {
  describe('the expired trash', () => {
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
    noteKept: () =>
      store.transaction(async ({ items, versions }) => {
        await items.noteKept('10');
        await versions.noteKept('120');
      }),
    listed: async () => {
      const found = await store.read(async ({ items, versions }) => [
        ...(await items.listTrashedBefore(9, 9, null)),
        ...(await versions.listTrashedBefore(9, 9, null)),
      ]);
      return found.map(({ id }) => id);
    },
  };
}
