import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { openSqliteStore } from '../../../../service/adapters/metadata-sql/sqlite/open-sqlite-store.ts';
import { backUp } from '../../../../service/backup/back-up.ts';
import { restore } from '../../../../service/cli/storage.ts';
import { openClockTrust } from '../../../../service/domain/kernel/keeping/clock-trust.ts';
import { openDomainWorld, putFile } from '../../../support/service/domain-world.ts';

const hour = 3_600_000;
const day = 24 * hour;

const warning =
  'Content that has expired since the backup, such as old trash, is permanently deleted after the service has run for an hour, or soon after its start if the backup is less than a day old.';

test.each([
  ['after an hour if the backup is older than a day', 7 * day, [false, true]],
  ['at its start if it is not', hour, [true, true]],
])('a restore says when the service deletes expired content: %s', async (_when, ageMs, expected) => {
  const folder = await mkdtemp(path.join(tmpdir(), 'tandem-restored-clock-'));
  let elapsed = 0;
  await using world = await openDomainWorld({}, () => elapsed);
  try {
    const { service, passTime } = world;
    await putFile(service, await world.join('ann@example.com'), '0', 'file');
    for (const ms of [0, day]) {
      elapsed += ms;
      passTime(ms);
      await service.trust.look();
    }
    const [backup, data] = [path.join(folder, 'backup'), path.join(folder, 'restored')];
    await backUp(service, backup, () => undefined);
    const sentences: string[] = [];
    await restore(['--from', backup, '--data', data], (sentence) => sentences.push(sentence));
    expect(sentences).toContain(warning);

    passTime(ageMs);
    const store = await openSqliteStore(path.join(data, 'service.db'), service.clock);
    const trust = await openClockTrust(store, service.clock, () => elapsed);
    const atStart = await trust.mayDestroy();
    elapsed += hour;
    passTime(hour);
    expect([atStart, await trust.mayDestroy()]).toEqual(expected);
    await store.close();
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
