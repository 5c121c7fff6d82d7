import { existsSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import { limits } from '../../contract/rules/limits.ts';
import type { TrustedProxies } from '../http/requests/proxies.ts';
import type { MetricsAccess } from '../http/status/metrics.ts';
import { isLoopback, type ListeningPlace, readListeningPlace } from './listening-place.ts';
import { readChoice, readWholeNumber } from './option-values.ts';
import { readTrustedProxies } from './proxy-addresses.ts';
import { readSignalPlace } from './signal-place.ts';
import { readBlobPlace, readDatabasePlace, type StorageConfig } from './storage-config.ts';
import { UsageError } from './usage-error.ts';

/** The options of `tandem-service start`. */
export interface StartConfig {
  readonly storage: StorageConfig;
  readonly listen: ListeningPlace;
  /** Scheme, host and port that clients use; null means the address the service listens on. */
  readonly publicUrl: string | null;
  /** Requests per minute and user; null means no limit. */
  readonly requestsPerMinute: number | null;
  /** The proxies whose `X-Forwarded-For` header is trusted for the client's address. */
  readonly trustedProxies: TrustedProxies;
  readonly vendorHeaders: boolean;
  /** True: users of this service become collaborators at once; false: they have to accept first. */
  readonly acceptInvitations: boolean;
  /** The type of user ids in event sources. */
  readonly eventUserIds: 'number' | 'string';
  /** Where webhooks may connect. */
  readonly webhookAddresses: 'public' | 'any';
  /** How long the trash keeps items, in milliseconds. */
  readonly trashLifeMs: number;
  /** Days that the administrators' log keeps events. */
  readonly adminLogDays: number;
  /** The maximum size of a single upload request. */
  readonly singleUploadBytes: number;
  /** Access to `/metrics`. */
  readonly metrics: MetricsAccess;
  readonly logLevel: LogLevel;
}

const logLevels = ['silent', 'error', 'warn', 'info', 'debug'] as const;
export type LogLevel = (typeof logLevels)[number];

/** Options for the storage location, with the same meaning in every command. */
export const storageOptions = {
  data: { type: 'string' },
  database: { type: 'string' },
  blobs: { type: 'string' },
  signal: { type: 'string' },
} as const;

export const startOptions = {
  ...storageOptions,
  host: { type: 'string' },
  port: { type: 'string' },
  socket: { type: 'string' },
  'socket-key': { type: 'string' },
  'public-url': { type: 'string' },
  'rate-limit': { type: 'string' },
  'trusted-proxies': { type: 'string' },
  'vendor-headers': { type: 'string' },
  invitations: { type: 'string' },
  'event-user-ids': { type: 'string' },
  'webhook-addresses': { type: 'string' },
  'trash-days': { type: 'string' },
  'admin-log-days': { type: 'string' },
  'single-upload-bytes': { type: 'string' },
  'metrics-token-file': { type: 'string' },
  'log-level': { type: 'string' },
} as const;

type Values<Options> = { readonly [Name in keyof Options]?: string | undefined };

/** @throws UsageError for an invalid option. */
export function readStorageConfig(values: Values<typeof storageOptions>): StorageConfig {
  const surroundings = { env: process.env, platform: process.platform, home: homedir() };
  const dataDirectory = path.resolve(values.data ?? defaultDataDirectory(surroundings, existsSync));
  return {
    dataDirectory,
    database: readDatabasePlace(values.database, dataDirectory),
    blobs: readBlobPlace(values.blobs, dataDirectory),
    signal: readSignalPlace(values.signal, process.env),
  };
}

/** @throws UsageError for an invalid option. */
export function readStartConfig(values: Values<typeof startOptions>): StartConfig {
  const listen = readListeningPlace(values);
  const publicUrl = values['public-url'] === undefined ? null : readPublicUrl(values['public-url']);
  const isLocal = isLocalPlace(listen) && publicUrl === null;
  const trustedProxies = readTrustedProxies(values['trusted-proxies']);
  if (trustedProxies === null && isBehindProxy(listen, publicUrl)) throw new UsageError(proxiesUnknown);
  const storage = readStorageConfig(values);
  if (leadsToPlainHttp(storage, publicUrl)) throw new UsageError(plainHttpBucket);
  return {
    storage,
    listen,
    publicUrl,
    requestsPerMinute: readRate(values['rate-limit'], isLocal),
    trustedProxies: listen.kind === 'socket' && listen.isForProxy ? 'socket' : (trustedProxies ?? []),
    vendorHeaders: readChoice('--vendor-headers', values['vendor-headers'] ?? 'on', ['on', 'off']) === 'on',
    acceptInvitations: readChoice('--invitations', values.invitations ?? 'accept', ['accept', 'ask']) === 'accept',
    eventUserIds: readChoice('--event-user-ids', values['event-user-ids'] ?? 'number', ['number', 'string']),
    webhookAddresses: readChoice('--webhook-addresses', values['webhook-addresses'] ?? 'public', ['public', 'any']),
    trashLifeMs: readTrashLife(values['trash-days']),
    adminLogDays: readAdminLogDays(values['admin-log-days']),
    singleUploadBytes: readSingleUpload(values['single-upload-bytes']),
    metrics: readMetricsAccess(values['metrics-token-file'], isLocal),
    logLevel: readChoice('--log-level', values['log-level'] ?? 'warn', logLevels),
  };
}

type Surroundings = {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly platform: string;
  readonly home: string;
};

/**
 * The default data directory by platform convention; `TANDEM_HOME` overrides it. The client keeps its private service in the same place, so that the
 * commands here reach it.
 * @throws UsageError if an earlier version has left another service on this computer.
 */
export function defaultDataDirectory(
  { env, platform, home }: Surroundings,
  exists: (folder: string) => boolean,
): string {
  if (env['TANDEM_HOME']) return path.resolve(env['TANDEM_HOME'], 'service');
  if (platform === 'darwin') return path.join(home, 'Library', 'Application Support', 'Tandem', 'service');
  if (platform !== 'win32') {
    return path.join(env['XDG_DATA_HOME'] || path.join(home, '.local', 'share'), 'tandem', 'service');
  }
  const local = path.join(env['LOCALAPPDATA'] || path.join(home, 'AppData', 'Local'), 'Tandem', 'service');
  // An earlier version kept everything in the roaming profile, and one before it the service in the local profile.
  const roamingHome = path.join(env['APPDATA'] || path.join(home, 'AppData', 'Roaming'), 'Tandem');
  const roaming = path.join(roamingHome, 'service');
  if (!exists(roaming)) return exists(local) || !exists(roamingHome) ? local : roaming;
  if (!exists(local)) return roaming;
  throw new UsageError(
    `There are two services on this computer, in ${local} and in ${roaming}. Name one of them with --data.`,
  );
}

/** Open only if no one outside this machine can connect; otherwise a token is required. */
function readMetricsAccess(tokenFile: string | undefined, isLocal: boolean): MetricsAccess {
  if (tokenFile === undefined) return { kind: isLocal ? 'open' : 'closed' };
  const token = readToken(tokenFile);
  if (token.length >= 16) return { kind: 'token', token };
  throw new UsageError(`--metrics-token-file ${tokenFile} must hold a token of 16 characters or more.`);
}

function readToken(file: string): string {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch (cause) {
    throw new UsageError(`Cannot read --metrics-token-file ${file}.`, { cause });
  }
}

/** Links and cookies of the pages begin at the root of the host, so a path would lead past the service. */
function readPublicUrl(text: string): string {
  const url = URL.parse(text);
  if (url && /^https?:$/.test(url.protocol) && url.href === `${url.origin}/`) return url.origin;
  // Without the given text, which may contain a password.
  throw new UsageError(
    '--public-url must be http:// or https:// with a host and perhaps a port, such as https://files.example.org. Leave out paths and passwords: the service needs a host name of its own.',
  );
}

/** Off while only this machine can connect, otherwise 6000 a minute. */
function readRate(text: string | undefined, isLocal: boolean): number | null {
  if (text === undefined) return isLocal ? null : 6000;
  if (text === 'off') return null;
  const number = /^(\d+)\/min$/.exec(text)?.[1];
  if (number === undefined) throw new UsageError(`--rate-limit must look like 6000/min, or be off, not "${text}".`);
  return readWholeNumber('--rate-limit', number, 1, 1_000_000);
}

function readTrashLife(days: string | undefined): number {
  if (days === undefined) return limits.trashLifeMs;
  return readWholeNumber('--trash-days', days, 1, 36_500) * 24 * 3600 * 1000;
}

function readAdminLogDays(days: string | undefined): number {
  if (days === undefined) return limits.adminLogDays;
  return readWholeNumber('--admin-log-days', days, limits.adminLogMinDays, 36_500);
}

/** A bucket takes so much of unknown length without larger parts, which need more memory. */
const mostSingleUploadBytes = 100_000_000_000;

/** Files below the minimum of upload sessions have no other way in. */
function readSingleUpload(bytes: string | undefined): number {
  if (bytes === undefined) return limits.singleUploadBytes;
  return readWholeNumber('--single-upload-bytes', bytes, limits.uploadSessionMinBytes, mostSingleUploadBytes);
}

function isLocalPlace(listen: ListeningPlace): boolean {
  return listen.kind === 'socket' ? !listen.isForProxy : isLoopback(listen.host);
}

/** The service does not speak TLS, and no one else can use a loopback address, so such a public URL belongs to a proxy. */
function isBehindProxy(listen: ListeningPlace, publicUrl: string | null): boolean {
  if (publicUrl === null || listen.kind === 'socket') return false;
  return publicUrl.startsWith('https:') || isLoopback(listen.host);
}

/** A client never follows a URL from https to http. */
function leadsToPlainHttp({ blobs }: StorageConfig, publicUrl: string | null): boolean {
  const isPlain = blobs.kind === 's3' && blobs.publicEndpoint?.startsWith('http:') === true;
  return isPlain && publicUrl?.startsWith('https:') === true;
}

const plainHttpBucket =
  '--blobs public-endpoint= must be an https address, as --public-url is: clients never follow an https URL to http.';

const proxiesUnknown =
  '--public-url points to a proxy. Without --trusted-proxies all clients count as one, so a single client that guesses passwords locks out everyone. Add the proxy addresses, such as --trusted-proxies 127.0.0.1 (or none if clients connect directly).';
