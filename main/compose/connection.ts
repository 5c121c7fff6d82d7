import type { ServiceAddress } from '../account/account-record.ts';
import { type ApiClient, createApiClient } from '../api/api-client.ts';
import { lenientClient } from '../api/lenient-client.ts';
import type { TokenSource } from '../api/token-source.ts';
import type { PrivateLine, ProxySetting } from '../api/transport/proxy.ts';
import { createNodeClock } from '../engine/adapters/node-clock.ts';
import { createNodeRandom } from '../engine/adapters/node-random.ts';
import { createServiceRemote } from '../engine/adapters/service-remote.ts';
import { type Bandwidth, createBandwidth } from '../engine/execute/transfer/pace/bandwidth.ts';
import type { WeekTime } from '../engine/model/transfer/bandwidth.ts';
import type { Clock } from '../engine/ports/clock.ts';
import type { Random } from '../engine/ports/random.ts';
import type { Remote } from '../engine/ports/remote/remote.ts';
import type { PrivateSocket } from '../private/private-socket-path.ts';
import { connectProven } from '../private/proven-socket.ts';
import { collectSpentBuffers } from '../small-heap.ts';
import { VERSION } from '../version.ts';

/** A signed-in connection to a service, shared by all parts of the client. */
export type Connection = {
  readonly address: ServiceAddress;
  /** For all parts but the engine, whose `remote` reads in forms of its own. */
  readonly client: ApiClient;
  readonly remote: Remote;
  readonly clock: Clock;
  readonly random: Random;
  /** Its speed limits for file contents. */
  readonly bandwidth: Bandwidth;
  /** Same as `TokenSource.mark`; null: no other process can sign in. */
  readonly signInMark: (() => Promise<string>) | null;
};

/** Creates the connection without sending anything. */
export function composeConnection(address: ServiceAddress, tokens: TokenSource, proxy: ProxySetting): Connection {
  const clock = createNodeClock();
  const random = createNodeRandom();
  const bandwidth = createBandwidth(clock, weekTimeHere);
  const client = createApiClient({
    throttle: bandwidth,
    spent: collectSpentBuffers(),
    proxy,
    baseUrl: address.baseUrl,
    uploadUrl: address.uploadUrl,
    socket: lineTo(address.socket),
    tokens,
    timing: {
      nowMs: () => clock.nowMs(),
      sleep: (ms, signal) => clock.sleep(ms, signal),
      fraction: () => random.fraction(),
    },
    userAgent: `tandem/${VERSION}`,
  });
  const signInMark = tokens.mark ?? null;
  const remote = createServiceRemote({ client, clock, throttle: bandwidth });
  return { address, client: lenientClient(client), remote, clock, random, bandwidth, signInMark };
}

/** The time of the week in the time zone of this computer. */
function weekTimeHere(nowMs: number): WeekTime {
  const now = new Date(nowMs);
  return { weekday: now.getDay(), minute: now.getHours() * 60 + now.getMinutes() };
}

/** To a private service: only to a program that proves that it is this user's. */
function lineTo(socket: PrivateSocket | undefined): PrivateLine | undefined {
  if (socket === undefined) return undefined;
  return {
    get path() {
      return socket.path;
    },
    connect: (timeoutMs) => connectProven(socket, timeoutMs),
  };
}
