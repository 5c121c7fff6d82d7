import { describe, expect, it } from 'vitest';
import { openInPostgres } from './metadata/adapters.ts';
import { contentTextSuite } from './metadata/content-texts.ts';
import { itemTreeSuite } from './metadata/item-trees.ts';
import { metadataStoreSuite, openSession, withAnn } from './metadata/metadata-store.ts';
import { noteSuite } from './metadata/notes.ts';
import { recordSuite } from './metadata/records.ts';

/** The rest is in `people-in-postgres.test.ts`: each test makes a database of its own, so two files take half as long. */
describe('metadata in PostgreSQL', () => {
  metadataStoreSuite(openInPostgres);
  recordSuite(openInPostgres);
  itemTreeSuite(openInPostgres);
  noteSuite(openInPostgres);
  contentTextSuite(openInPostgres);

  it('keeps a content listed whose last reference goes in a transaction that has not committed', async () => {
    await using fixture = await withAnn(openInPostgres);
    const { store } = fixture;
    await store.transaction(async (tx) => {
      await tx.sessions.insert(openSession);
      await tx.sessions.insertPart({ sessionId: 'S', partId: '1', offset: 0, sizeBytes: 5, sha1: 'a', blobId: 'one' });
      await tx.blobs.release(['one']);
    });
    const released = Promise.withResolvers<void>();
    const looked = Promise.withResolvers<void>();
    const abort = store.transaction(
      async (tx) => {
        await tx.sessions.deleteParts('S');
        await tx.blobs.release(['one']);
        released.resolve();
        await looked.promise;
      },
      { owners: ['1'], items: [] },
    );
    await released.promise;
    await store.transaction(({ blobs }) => blobs.forgetReferenced(['one']), 'apart');
    looked.resolve();
    await abort;
    const page = { after: '', limit: 10, releasedBy: Number.MAX_SAFE_INTEGER };
    expect(await store.read(({ blobs }) => blobs.listReleased(page))).toEqual(['one']);
  });
});
