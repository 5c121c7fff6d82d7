import { expect, test } from 'vitest';
import { limits } from '../../../../../../contract/rules/limits.ts';
import { createZipDownload } from '../../../../../../service/domain/tree/zip-downloads/create-zip-download.ts';
import { getZipStatus } from '../../../../../../service/domain/tree/zip-downloads/get-zip-status.ts';
import { openZipDownload } from '../../../../../../service/domain/tree/zip-downloads/open-zip-download.ts';
import { dropExpiredRecords } from '../../../../../../service/domain/upkeep/purge-expired.ts';
import { openDomainWorld, putFile } from '../../../../../support/service/domain-world.ts';

test('an archive may take longer than its status is kept, which counts from its end', async () => {
  await using world = await openDomainWorld();
  const { service, passTime } = world;
  const ann = await world.join('ann');
  const { id: fileId } = await putFile(service, ann, '0', 'a.txt');
  const items = [{ kind: 'file' as const, id: fileId }];
  const { id } = await createZipDownload(service, ann, { items, use: { token: '', asUser: null } });
  const run = await openZipDownload(service, id, async () => ann);
  const stateOf = async () => (await getZipStatus(service, ann, id)).state;
  const step = limits.zipDownloadStallMs / 2;
  for (let passed = 0; passed <= limits.zipDownloadStatusLifeMs; passed += step) {
    passTime(step);
    await run.goOn();
  }
  await dropExpiredRecords(service);
  expect(await stateOf()).toBe('in_progress');
  await run.end('succeeded');
  passTime(limits.zipDownloadStatusLifeMs - 60_000);
  await dropExpiredRecords(service);
  expect(await stateOf()).toBe('succeeded');
});
