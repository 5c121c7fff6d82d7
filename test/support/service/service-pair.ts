import type { RunningService } from '../../../service/main.ts';
import type { StartConfig } from '../../../service/options/config.ts';
import { readBlobPlace, readDatabasePlace } from '../../../service/options/storage-config.ts';
import { startAlternatingProxy } from '../lines/alternating-proxy.ts';
import { dropDatabase, newBucketFolder, newDatabaseWithTables } from '../servers/test-servers.ts';

/** True if this run tests two processes on one PostgreSQL and one bucket instead of one process on files. */
export function wantsPair(): boolean {
  return process.env['TANDEM_TEST_SERVICE'] === 'pair';
}

/** Number of processes. Per-process limits (rates, login attempts) are multiplied by it. */
export function processCount(): number {
  return wantsPair() ? 2 : 1;
}

/**
 * Two services with separate adapters, as in two processes, behind one URL that alternates between them. Tests inspect the first one; both are
 * stopped together, and their data is deleted.
 */
export async function startPair(
  config: StartConfig,
  start: (config: StartConfig) => Promise<RunningService>,
): Promise<RunningService> {
  const proxy = await startAlternatingProxy();
  const database = await newDatabaseWithTables();
  const storage = {
    dataDirectory: config.storage.dataDirectory,
    database: readDatabasePlace(`${database}?pool=4`, '/'),
    blobs: readBlobPlace(await newBucketFolder(), '/'),
    signal: { kind: 'database' as const },
  };
  const shared = { ...config, storage, publicUrl: config.publicUrl ?? proxy.url };
  const first = await start(shared);
  const second = await start(shared);
  proxy.lead([first.listenUrl, second.listenUrl]);
  const both = [first.opened.service.uses, second.opened.service.uses];
  const uses = {
    ...first.opened.service.uses,
    settled: async () => void (await Promise.all(both.map((log) => log.settled()))),
  };
  return {
    ...first,
    // Background work may run in either of the two.
    opened: { ...first.opened, service: { ...first.opened.service, uses } },
    stop: async () => {
      await Promise.all([first.stop(), second.stop()]);
      await proxy.stop();
      await dropDatabase(database);
    },
  };
}
