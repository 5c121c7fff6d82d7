import { expect, it } from 'vitest';
import { memoryEventSignal } from '../../service/adapters/event-signal/memory-signal.ts';
import { postgresEventSignal } from '../../service/adapters/event-signal/postgres-signal.ts';
import { openCutLine } from '../support/lines/cut-line.ts';
import { newDatabase } from '../support/servers/test-servers.ts';
import { eventSignalSuite } from './event-signal.ts';

eventSignalSuite('memory', async () => memoryEventSignal(), false);

let database: Promise<string> | undefined;
const openPostgres = async () => {
  database ??= newDatabase();
  return postgresEventSignal({ url: await database });
};
eventSignalSuite('PostgreSQL', openPostgres, true);

it('wakes the listeners of other processes after the reconnect when the notification failed, with PostgreSQL', async () => {
  database ??= newDatabase();
  const url = new URL(await database);
  const line = await openCutLine(url);
  const throughLine = new URL(url);
  throughLine.port = `${line.port}`;
  throughLine.hostname = '127.0.0.1';
  const one = await postgresEventSignal({ url: throughLine.href });
  const other = await openPostgres();
  let isWoken = false;
  const { changed } = await other.subscribe('7');
  void changed.then(() => {
    isWoken = true;
  });
  // The notification is sent at the end of this turn, when the connection is cut already and nobody knows.
  one.announce(['7']);
  await line.cut();
  await line.mend();
  await expect.poll(() => isWoken).toBe(true);
  await Promise.all([one.close(), other.close()]);
  await line.close();
});
