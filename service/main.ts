import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { type DataLock, lockData } from './adapters/data-lock.ts';
import { type OpenOverrides, type OpenService, openService } from './app.ts';
import type { ContentFault, ServiceSettings } from './domain/service.ts';
import { type BodyLimits, usualBodyLimits } from './http/limits/body-pace.ts';
import { countRequests } from './http/limits/running-requests.ts';
import { usualStallMs } from './http/limits/stalled-receivers.ts';
import { createServer } from './http/server.ts';
import { createMetrics, type Metrics } from './http/status/metrics.ts';
import { startDeliveries } from './jobs/deliver-webhooks.ts';
import { startJobs } from './jobs/start-jobs.ts';
import { openDataFolder } from './open-storage.ts';
import type { StartConfig } from './options/config.ts';
import { type ListeningPlace, limitSocket, prepareSocket, socketUrl } from './options/listening-place.ts';
import { isOnDisk } from './options/storage-config.ts';
import type { BlobStore } from './ports/blob-store.ts';
import { proveConnections, readSocketKey } from './private/proven-socket.ts';
import { countSpent } from './spent-contents.ts';
import { collectSpentBuffers } from './young-heap.ts';

/** A running service. */
export interface RunningService {
  readonly baseUrl: string;
  readonly uploadUrl: string;
  readonly publicUrl: string;
  /** The address this process listens on, if clients use another one. */
  readonly listenUrl: string;
  /** The Unix socket or pipe it listens on; null for a port. */
  readonly socket: string | null;
  readonly opened: OpenService;
  /** Accepts no new requests, lets the current ones finish, and closes everything. */
  stop(): Promise<void>;
}

/** Overrides for tests. */
export interface StartOverrides extends OpenOverrides {
  /** Validates every response against the contract. */
  readonly checkAnswers?: boolean;
  readonly bodyLimits?: BodyLimits;
  readonly stallMs?: number;
}

/** Grace period for requests in progress before their connections are closed, in milliseconds. */
const graceMs = 60_000;

/**
 * Assembles the service and starts to listen.
 * @throws DataInUse, UsageError, and the system's listen errors (`EADDRINUSE`, `EACCES`, `EADDRNOTAVAIL`).
 */
export async function startService(
  config: StartConfig,
  log: Logger,
  overrides: StartOverrides = {},
): Promise<RunningService> {
  // Lock first: opening cleans up after crashes, which must not happen under a running service.
  const lock = isOnDisk(config.storage) ? await holdDirectory(config.storage.dataDirectory) : null;
  let publicUrl = '';
  const settings = { ...settingsOf(config, () => publicUrl), ...overrides.settings };
  const metrics = createMetrics(config.metrics);
  const spent = collectSpentBuffers();
  const measured = (blobs: BlobStore) => countSpent(metrics.measured(blobs), spent);
  const access = lock === null ? 'shared' : 'alone';
  const say = (sentence: string) => log.warn(sentence);
  const noteFault = faultReporter(log, metrics);
  const opening = openService(config.storage, { say, ...overrides, access, settings, measured, noteFault });
  const opened = await opening.catch((error: unknown) => {
    lock?.release();
    throw error;
  });
  if (opened.databaseLoad) metrics.watchDatabase(opened.databaseLoad);
  const stopping = new AbortController();
  const app = await createServer({
    service: opened.service,
    metrics,
    log,
    ticketKey: opened.service.settings.markerKey,
    publicUrl: () => publicUrl,
    requestsPerMinute: config.requestsPerMinute,
    requestCounts: opened.requestCounts,
    trustedProxies: config.trustedProxies,
    vendorHeaders: config.vendorHeaders,
    checkAnswers: overrides.checkAnswers ?? false,
    bodyLimits: overrides.bodyLimits ?? usualBodyLimits,
    stallMs: overrides.stallMs ?? usualStallMs,
    stopping: stopping.signal,
  });
  const requests = countRequests(app.server);
  const close = async () => {
    await opened.close();
    lock?.release();
  };
  try {
    await listen(app, config.listen);
  } catch (error) {
    await close();
    throw error;
  }
  const listenUrl = addressOf(config.listen, app.server.address());
  publicUrl = config.publicUrl ?? listenUrl;
  const jobs = startJobs(opened.service, log, metrics.noteJob);
  const deliveries = startDeliveries(opened.service, log);
  const stop = async () => {
    stopping.abort();
    await Promise.all([jobs.stop(), deliveries.stop(), closeGently(app, requests)]);
    await close();
  };
  const uploadUrl = `${publicUrl}/upload/2.0`;
  const socket = config.listen.kind === 'socket' ? config.listen.path : null;
  return { baseUrl: `${publicUrl}/2.0`, uploadUrl, publicUrl, listenUrl, socket, opened, stop };
}

function faultReporter(log: Logger, metrics: Metrics): (fault: ContentFault) => void {
  return (fault) => {
    log.error(fault, 'a stored content could not be read');
    metrics.noteFault(fault.fault);
  };
}

/** Lets the requests in progress finish, for at most the grace period. */
async function closeGently(app: FastifyInstance, requests: ReturnType<typeof countRequests>): Promise<void> {
  const cutAll = (): void => app.server.closeAllConnections();
  const cut = setTimeout(cutAll, graceMs);
  const closed = app.close();
  await Promise.race([requests.ended().then(cutAll), closed]);
  await closed;
  clearTimeout(cut);
}

/** The domain settings that an operator chooses. */
function settingsOf(config: StartConfig, publicUrl: () => string): Partial<ServiceSettings> {
  const { acceptInvitations: acceptManagedUsersAtOnce, eventUserIds, webhookAddresses, vendorHeaders } = config;
  const { trashLifeMs, adminLogDays, singleUploadBytes } = config;
  return {
    publicUrl,
    acceptManagedUsersAtOnce,
    eventUserIds,
    webhookAddresses,
    vendorHeaders,
    trashLifeMs,
    adminLogDays,
    singleUploadBytes,
  };
}

async function holdDirectory(directory: string): Promise<DataLock> {
  await openDataFolder(directory);
  return lockData(directory);
}

async function listen(app: FastifyInstance, place: ListeningPlace): Promise<void> {
  if (place.kind === 'port') return void (await app.listen({ host: place.host, port: place.port }));
  await prepareSocket(place);
  if (place.keyFile !== null) proveConnections(app.server, await readSocketKey(place.keyFile));
  await app.listen({ path: place.path });
  await limitSocket(place);
}

function addressOf(place: ListeningPlace, address: AddressInfo | string | null): string {
  if (place.kind === 'socket') return socketUrl;
  if (address === null || typeof address === 'string') throw new Error('The service does not listen on a port.');
  const { host } = place;
  // A service that listens on all addresses is reachable on loopback.
  const reachable = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host;
  return `http://${reachable.includes(':') ? `[${reachable}]` : reachable}:${address.port}`;
}
