import { expect, test } from 'vitest';
import { limits } from '../../../../../../contract/rules/limits.ts';
import { anonymousCaller } from '../../../../../../service/domain/access/anonymous.ts';
import { tryLink } from '../../../../../../service/domain/access/links/try-link.ts';
import { createFolder } from '../../../../../../service/domain/tree/folders/create-folder.ts';
import { updateFolder } from '../../../../../../service/domain/tree/folders/update-folder.ts';
import { createZipDownload } from '../../../../../../service/domain/tree/zip-downloads/create-zip-download.ts';
import { openZipDownload } from '../../../../../../service/domain/tree/zip-downloads/open-zip-download.ts';
import { openDomainWorld, putFile, refusalOf } from '../../../../../support/service/domain-world.ts';

test('visitors of shared links are counted by network, and together they leave room for people with an account', async () => {
  await using t = await openDomainWorld();
  const ann = await t.join('ann');
  const { id } = await createFolder(t.service, ann, { parentId: '0', name: 'public' });
  await putFile(t.service, ann, id, 'f');
  const { shared_link } = await updateFolder(t.service, ann, { folderId: id, sharedLink: { access: 'open' } });
  const trial = await tryLink(t.service, null, { address: shared_link?.url ?? '' }, null);
  if (trial.kind !== 'open') throw new Error('The link is closed.');
  const visitor = anonymousCaller(trial.pass);
  const start = async (network: string | null) => {
    const items = [{ kind: 'folder' as const, id }];
    const zip = await createZipDownload(t.service, network === null ? ann : visitor, { items, use: null, network });
    await openZipDownload(t.service, zip.id, async () => null);
  };

  for (let count = 0; count < limits.zipDownloadsOfNetwork; count += 1) await start('192.0.2.1');
  expect(await refusalOf(start('192.0.2.1'))).toMatchObject({
    code: 'user_too_many_concurrent_downloads',
    message: expect.stringContaining('Your network has 2'),
  });
  for (let count = limits.zipDownloadsOfNetwork; count < limits.zipDownloadsOfVisitors; count += 1) {
    await start(`198.51.100.${count}`);
  }
  expect(await refusalOf(start('203.0.113.1'))).toMatchObject({
    code: 'enterprise_too_many_concurrent_downloads',
    message: expect.stringContaining('Visitors of shared links have 5'),
  });
  await start(null);
});
