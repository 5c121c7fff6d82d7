import { type ApiClient, createApiClient } from '../../../../main/api/api-client.ts';
import type { TokenSource } from '../../../../main/api/token-source.ts';
import type { Exchange } from '../../../../main/api/transport/exchange.ts';
import { createServiceRemote } from '../../../../main/engine/adapters/service-remote.ts';
import type { Clock } from '../../../../main/engine/ports/clock.ts';
import type { Remote } from '../../../../main/engine/ports/remote/remote.ts';
import { clockOn } from '../device/device-clock.ts';
import { SERVICE_URL } from './service-host.ts';
import { type LineOptions, serviceLine } from './service-line.ts';

export type RemoteOptions = LineOptions & {
  readonly tokens: TokenSource;
  readonly newKey: () => string;
  /** Wraps the line with a planted bug. */
  readonly planted?: (line: Exchange) => Exchange;
};

/** The engine's real remote adapter, including its HTTP client, on a line of the run. */
export function remoteOn(options: RemoteOptions): Remote {
  const clock: Clock = clockOn(options.seam);
  const line = serviceLine(options);
  const client: ApiClient = createApiClient({
    baseUrl: `${SERVICE_URL}/2.0`,
    uploadUrl: `${SERVICE_URL}/upload/2.0`,
    tokens: options.tokens,
    timing: { nowMs: clock.nowMs, sleep: clock.sleep, fraction: options.chance.fraction },
    userAgent: 'tandem-simulation',
    newKey: options.newKey,
    exchange: options.planted?.(line) ?? line,
  });
  return createServiceRemote({ client, clock });
}
