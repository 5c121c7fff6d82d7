import { memoryEventSignal } from '../../service/adapters/event-signal/memory-signal.ts';
import { postgresEventSignal } from '../../service/adapters/event-signal/postgres-signal.ts';
import { newDatabase } from '../support/servers/test-servers.ts';
import { eventSignalSuite } from './event-signal.ts';

eventSignalSuite('memory', async () => memoryEventSignal(), false);

let database: Promise<string> | undefined;
const openPostgres = async () => {
  database ??= newDatabase();
  return postgresEventSignal({ url: await database });
};
eventSignalSuite('PostgreSQL', openPostgres, true);
