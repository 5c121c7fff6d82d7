import path from 'node:path';
import { type Logger, pino } from 'pino';
import { limits } from '../../../contract/rules/limits.ts';
import { createToken } from '../../../service/domain/people/tokens/create-token.ts';
import { createUser } from '../../../service/domain/people/users/create-user.ts';
import type { Service, ServiceSettings } from '../../../service/domain/service.ts';
import type { BodyLimits } from '../../../service/http/limits/body-pace.ts';
import { startService } from '../../../service/main.ts';
import type { StartConfig } from '../../../service/options/config.ts';
import type { Clock } from '../../../service/ports/clock.ts';
import { newQuickFolder, removeQuickFolder } from '../files/quick-folder.ts';
import { copyEmptyTables } from './empty-tables.ts';
import { startPair, wantsPair } from './service-pair.ts';
import { trustedClock } from './trusted-clock.ts';

/** A test person with a token for every scope. */
export interface TestPerson {
  readonly id: string;
  readonly login: string;
  readonly name: string;
  readonly token: string;
}

/** A real service in this process, on a free port of the loopback address, with its own data directory. */
export interface TestService extends AsyncDisposable {
  readonly baseUrl: string;
  readonly uploadUrl: string;
  readonly publicUrl: string;
  /** The URL that it really listens on, whatever public URL it reports. */
  readonly listenUrl: string;
  readonly dataDirectory: string;
  /** The domain behind the HTTP service, to set up or inspect data without requests. */
  readonly service: Service;
  /** The first person, who is the administrator. */
  readonly person: TestPerson;
  addPerson(login: string, name?: string): Promise<TestPerson>;
  /** Stops the service and removes its data. */
  stop(): Promise<void>;
}

/** Overrides of the defaults. */
export interface TestServiceOptions {
  readonly clock?: Clock;
  readonly settings?: Partial<ServiceSettings>;
  readonly config?: Partial<StartConfig>;
  /** Where the service writes its log. */
  readonly log?: Logger;
  readonly bodyLimits?: BodyLimits;
  readonly stallMs?: number;
}

/** Starts a service that validates every answer against the contract; a pair of processes if the run requires it. */
export async function startTestService(options: TestServiceOptions = {}): Promise<TestService> {
  return wantsPair() ? startFor(options, startPair) : startSingleService(options);
}

/** Always starts one process. */
export async function startSingleService(options: TestServiceOptions = {}): Promise<TestService> {
  return startFor(options, async (config, start) => start(config));
}

async function startFor(options: TestServiceOptions, run: typeof startPair): Promise<TestService> {
  const dataDirectory = await newQuickFolder('tandem-service-');
  const start = (config: StartConfig) =>
    startService(config, options.log ?? pino({ level: process.env['TEST_LOG'] ?? 'silent' }), {
      checkAnswers: true,
      ...(options.clock ? { clock: options.clock, trust: trustedClock(options.clock) } : {}),
      ...(options.bodyLimits ? { bodyLimits: options.bodyLimits } : {}),
      ...(options.stallMs === undefined ? {} : { stallMs: options.stallMs }),
      settings: options.settings ?? {},
    });
  const config = { ...configIn(dataDirectory), ...options.config };
  const { database } = config.storage;
  if (database.kind === 'sqlite') await copyEmptyTables(database.file);
  const running = await run(config, start);
  const { service } = running.opened;
  const addPerson = async (login: string, name = login) => {
    const { id } = await createUser(service, { login, name });
    return { id, login, name, token: await createToken(service, { login }) };
  };
  const stop = async () => {
    await running.stop();
    removeQuickFolder(dataDirectory);
  };
  const { baseUrl, uploadUrl, publicUrl, listenUrl } = running;
  const person = await addPerson('ann@example.com', 'Ann');
  return {
    baseUrl,
    uploadUrl,
    publicUrl,
    listenUrl,
    dataDirectory,
    service,
    person,
    addPerson,
    stop,
    [Symbol.asyncDispose]: stop,
  };
}

function configIn(dataDirectory: string): StartConfig {
  return {
    storage: {
      dataDirectory,
      database: { kind: 'sqlite', file: path.join(dataDirectory, 'service.db') },
      blobs: { kind: 'disk', directory: path.join(dataDirectory, 'blobs') },
      signal: { kind: 'database' },
    },
    listen: { kind: 'port', host: '127.0.0.1', port: 0 },
    publicUrl: null,
    requestsPerMinute: null,
    trustedProxies: [],
    vendorHeaders: true,
    acceptInvitations: true,
    eventUserIds: 'number',
    webhookAddresses: 'public',
    trashLifeMs: limits.trashLifeMs,
    adminLogDays: limits.adminLogDays,
    singleUploadBytes: limits.singleUploadBytes,
    metrics: { kind: 'open' },
    logLevel: 'silent',
  };
}
