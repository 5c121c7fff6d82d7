import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { natsEventSignal } from '../../service/adapters/event-signal/nats-signal.ts';
import { openService } from '../../service/app.ts';
import { readSignalPlace } from '../../service/options/signal-place.ts';
import { eventSignalSuite } from '../suites/event-signal.ts';
import { type CutLine, openCutLine } from '../support/lines/cut-line.ts';
import { startNats } from '../support/servers/nats-server.ts';
import type { StartedServer } from '../support/servers/server-tools.ts';

let nats: StartedServer;
let line: CutLine;
beforeAll(async () => {
  nats = await startNats({ user: 'tandem', password: 'secret' });
  line = await openCutLine(new URL(nats.url));
});
afterAll(async () => {
  await line.close();
  await nats.stop();
});

const login = { NATS_USER: 'tandem', NATS_PASSWORD: 'secret' };
const openOn = async (url: string) => {
  const place = readSignalPlace(`${url}/tests`, login);
  if (place.kind !== 'nats') throw new Error('The address names NATS.');
  return natsEventSignal({ ...place, lookEveryMs: 50, pauseMs: 20 });
};

eventSignalSuite('NATS', async () => openOn(nats.url), true);

describe('NATS that takes only short messages', () => {
  let narrow: StartedServer;
  beforeAll(async () => {
    narrow = await startNats({ user: 'tandem', password: 'secret' }, '1KB');
  });
  afterAll(async () => narrow.stop());

  eventSignalSuite('NATS with messages of 1 KB', async () => openOn(narrow.url), true);
});

describe('NATS that is unreachable', () => {
  test('delays the wake-ups of other processes and loses none', async () => {
    const near = await openOn(`nats://127.0.0.1:${line.port}`);
    const far = await openOn(nats.url);
    const before = await near.subscribe('1');
    await line.cut();
    // While the line is cut, every listener looks for itself, and one that comes now does not wait for NATS.
    await before.changed;
    const during = await near.subscribe('1');
    far.announce(['1']);
    await during.changed;
    await line.mend();
    await expect
      .poll(async () => {
        const after = await near.subscribe('2');
        far.announce(['2']);
        const woken = await Promise.race([
          after.changed.then(() => true),
          new Promise((resolve) => setTimeout(resolve, 1_000)),
        ]);
        after.close();
        return woken;
      })
      .toBe(true);
    await near.close();
    await far.close();
  });

  test('a change made here wakes listeners here at once, and others after the reconnect', async () => {
    const near = await openOn(`nats://127.0.0.1:${line.port}`);
    const far = await openOn(nats.url);
    const [here, there] = [await near.subscribe('1'), await far.subscribe('1')];
    await line.cut();
    near.announce(['1']);
    await here.changed;
    await line.mend();
    await there.changed;
    await near.close();
    await far.close();
  });

  test('ends a start with the reason', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'tandem-nats-'));
    const storage = {
      dataDirectory: folder,
      database: { kind: 'sqlite', file: join(folder, 'service.db') },
      blobs: { kind: 'disk', directory: join(folder, 'blobs') },
      signal: readSignalPlace(nats.url, { NATS_USER: 'tandem', NATS_PASSWORD: 'wrong' }),
    } as const;
    await expect(openService(storage)).rejects.toThrow(
      /Cannot reach NATS at nats:\/\/127\.0\.0\.1:\d+: .*[Aa]uthorization/,
    );
    await rm(folder, { recursive: true });
  });
});
