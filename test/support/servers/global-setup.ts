import { startTestServers } from './test-servers.ts';

/** vitest global setup: the servers run from before the first test until after the last. */
export async function setup(): Promise<() => Promise<void>> {
  return startTestServers();
}
