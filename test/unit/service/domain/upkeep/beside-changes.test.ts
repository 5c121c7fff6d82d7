import { expect, test } from 'vitest';
import type { Service } from '../../../../../service/domain/service.ts';
import { dropOldRecentItems } from '../../../../../service/domain/streams/recent-items/list-recent-items.ts';
import { deleteFile } from '../../../../../service/domain/tree/files/delete-file.ts';
import { purgeFile } from '../../../../../service/domain/tree/trash/purge-item.ts';
import { collectReleasedBlobs } from '../../../../../service/domain/upkeep/collect-blobs.ts';
import { dropExpiredRecords } from '../../../../../service/domain/upkeep/purge-expired.ts';
import type { TransactionScope } from '../../../../../service/ports/metadata-store.ts';
import { openDomainWorld, putFile } from '../../../../support/service/domain-world.ts';

test('old records and released contents are deleted beside every other change', async () => {
  await using world = await openDomainWorld();
  const ann = await world.join('ann');
  await putFile(world.service, ann, '0', 'recent');
  const { id } = await putFile(world.service, ann, '0', 'purged');
  await deleteFile(world.service, ann, { fileId: id });
  await purgeFile(world.service, ann, id);
  world.passTime(400 * 24 * 3_600_000);
  const scopes = new Set<TransactionScope>();
  const transaction: Service['store']['transaction'] = (work, scope = 'enterprise') => {
    scopes.add(scope);
    return world.service.store.transaction(work, scope);
  };
  const service = { ...world.service, store: { ...world.service.store, transaction } };
  for (const job of [dropExpiredRecords, dropOldRecentItems, collectReleasedBlobs]) {
    expect(await job(service), job.name).toBeGreaterThan(0);
  }
  expect([...scopes]).toEqual(['apart']);
});
