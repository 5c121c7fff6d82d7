import { limits } from '../../../contract/rules/limits.ts';
import type { Timing } from '../../../main/api/account-pace.ts';
import { type ApiClient, createApiClient } from '../../../main/api/api-client.ts';
import { fixedToken } from '../../../main/api/token-source.ts';
import { NO_THROTTLE, type Throttle } from '../../../main/api/transport/throttle.ts';
import { createNodeClock } from '../../../main/engine/adapters/node-clock.ts';
import { createServiceRemote } from '../../../main/engine/adapters/service-remote.ts';
import { itemId } from '../../../main/engine/model/ids.ts';
import type { Remote } from '../../../main/engine/ports/remote/remote.ts';
import type { RemoteBench } from '../../suites/remote/remote-bench.ts';
import { startTestService, type TestService, type TestServiceOptions } from '../service/service.ts';

/** Real pauses. */
const realTiming = {
  nowMs: () => Date.now(),
  sleep: (ms: number, signal?: AbortSignal) => createNodeClock().sleep(ms, signal),
  fraction: () => 0.5,
};

/** A client and its `Remote` for one person of a service, optionally through another URL (e.g. a proxy). */
export function connect(
  addresses: { readonly baseUrl: string; readonly uploadUrl: string },
  token: string,
  timing: Timing = realTiming,
  throttle: Throttle = NO_THROTTLE,
): { readonly client: ApiClient; readonly remote: Remote } {
  const { baseUrl, uploadUrl } = addresses;
  const client = createApiClient({
    baseUrl,
    uploadUrl,
    tokens: fixedToken(token),
    timing,
    throttle,
    userAgent: 'tandem-test',
  });
  return { client, remote: createServiceRemote({ client, clock: createNodeClock(), throttle }) };
}

export type ServiceBench = RemoteBench & { readonly service: TestService; readonly clients: readonly ApiClient[] };

/** A real service with two devices of its first person, and an empty folder. */
export async function openServiceBench(options: TestServiceOptions = {}): Promise<ServiceBench> {
  const service = await startTestService(options);
  const [one, two] = [connect(service, service.person.token), connect(service, service.person.token)];
  const created = await one.remote.createFolder(itemId('0'), 'Bench');
  if (!created.ok) throw new Error('the bench has no folder');
  return {
    service,
    clients: [one.client, two.client],
    remote: one.remote,
    other: two.remote,
    folder: created.entry.id,
    sessionFromBytes: limits.uploadSessionMinBytes,
    async dispose() {
      await Promise.all([one.client.close(), two.client.close()]);
      await service.stop();
    },
  };
}
