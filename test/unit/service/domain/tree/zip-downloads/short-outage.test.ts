import { expect, test } from 'vitest';
import { createZipDownload } from '../../../../../../service/domain/tree/zip-downloads/create-zip-download.ts';
import { openZipDownload } from '../../../../../../service/domain/tree/zip-downloads/open-zip-download.ts';
import { MetadataUnavailable } from '../../../../../../service/ports/metadata-store.ts';
import { openDomainWorld, putFile } from '../../../../../support/service/domain-world.ts';

test('a database that is unavailable for a moment between files does not break an archive', async () => {
  await using world = await openDomainWorld();
  const { service } = world;
  const ann = await world.join('ann');
  const { id: fileId } = await putFile(service, ann, '0', 'a.txt');
  const outages = ['read', 'transaction'];
  const failOnce = (what: string) => {
    if (outages[0] !== what) return;
    outages.shift();
    throw new MetadataUnavailable('The database is away.', null);
  };
  const { store } = service;
  let isStarted = false;
  const shaky = {
    ...store,
    read: (async (work) => {
      if (isStarted) failOnce('read');
      return store.read(work);
    }) as typeof store.read,
    transaction: (async (work, scope) => {
      if (isStarted) failOnce('transaction');
      return store.transaction(work, scope);
    }) as typeof store.transaction,
  };
  const items = [{ kind: 'file' as const, id: fileId }];
  const { id } = await createZipDownload(service, ann, { items, use: { token: '', asUser: null } });
  const run = await openZipDownload({ ...service, store: shaky }, id, async () => ann);
  isStarted = true;
  const paths: string[] = [];
  for await (const part of run.parts()) paths.push(part.path);
  expect([paths, outages]).toEqual([['a.txt'], []]);
});
