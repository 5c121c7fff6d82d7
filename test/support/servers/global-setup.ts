import { openPostgresDatabase } from '../../../service/adapters/metadata-sql/postgres/postgres-database.ts';
import { dropDatabase, emptyTablesVariable, newDatabase, startTestServers } from './test-servers.ts';

/** vitest global setup: the servers run from before the first test until after the last. One database has the empty tables of this version. */
export async function setup(): Promise<() => Promise<void>> {
  const stopServers = await startTestServers();
  const url = await newDatabase();
  const database = await openPostgresDatabase({ url, readers: 1 });
  await database.close();
  process.env[emptyTablesVariable] = url;
  return async () => {
    await dropDatabase(url);
    await stopServers();
  };
}
