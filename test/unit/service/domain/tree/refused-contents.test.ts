import { expect, it } from 'vitest';
import { holdStore } from '../../../../../service/domain/idempotency/held-store.ts';
import { Refusal } from '../../../../../service/domain/refusal.ts';
import { uploadFiles } from '../../../../../service/domain/tree/files/upload-files.ts';
import { openDomainWorld, putFile } from '../../../../support/service/domain-world.ts';

it('a batch with a key deletes refused contents once its change is committed, and asks about all of them at once', async () => {
  await using world = await openDomainWorld();
  const { service } = world;
  const ann = await world.join('ann@example.com');
  const names = ['one', 'two', 'three'];
  for (const name of names) await putFile(service, ann, '0', name);
  const acts: string[] = [];
  const counted: typeof service.store = {
    ...service.store,
    read: async (work) => {
      acts.push('read');
      return service.store.read(work);
    },
  };
  const held = holdStore(counted, { userId: ann.user.id, key: 'a key' });
  const blobs: typeof service.blobs = {
    ...service.blobs,
    deleteMany: async (blobIds) => {
      acts.push(`delete ${blobIds.length}`);
      return service.blobs.deleteMany(blobIds);
    },
  };
  const file = { parentId: '0', contentCreatedAt: undefined, contentModifiedAt: undefined };
  const outcomes = await uploadFiles(
    { ...service, store: held.store, held, blobs },
    ann,
    [...names, 'four'].map((name) => ({ ...file, name, bytes: Buffer.from(name) })),
  );
  expect(outcomes.map((outcome) => outcome instanceof Refusal)).toEqual([true, true, true, false]);
  expect(acts).not.toContain('delete 3');
  acts.splice(0);
  await held.finish(null);
  expect(acts).toEqual(['read', 'delete 3']);
});
