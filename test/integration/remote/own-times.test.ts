import { expect, test } from 'vitest';
import { itemId } from '../../../main/engine/model/ids.ts';
import { digestOf, made } from '../../support/engine/remote-steps.ts';
import { connect } from '../../support/engine/service-remote.ts';
import { startTestService } from '../../support/service/service.ts';

test.each([
  ['a fraction of a second', Date.UTC(2021, 11, 6, 11, 13, 51, 42)],
  ['[E53] a year before 1970', Date.UTC(1965, 0, 1)],
])('the own service keeps the time of a file with %s', async (_what, contentModifiedAtMs) => {
  await using service = await startTestService();
  const { client, remote } = connect(service, service.person.token);
  try {
    // Any answer announces what the service takes.
    await remote.list(itemId('0'));
    const bytes = Buffer.from('new');
    const file = { bytes, sha1: digestOf(bytes), contentModifiedAtMs };
    const entry = made(await remote.upload({ kind: 'new', parentId: itemId('0'), name: 'new.txt' }, file));
    expect(entry.contentModifiedAtMs).toBe(contentModifiedAtMs);
  } finally {
    await client.close();
  }
});
