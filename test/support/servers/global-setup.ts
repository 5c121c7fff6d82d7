import { startTestServers } from './test-servers.ts';

/** vitest: the servers run from before the first test until after the last one of this run. */
export async function setup(): Promise<() => Promise<void>> {
  return startTestServers();
}
