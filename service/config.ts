import { readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import type { MetricsAccess } from './http/metrics.ts';
import { isLoopback, type ListeningPlace, readListeningPlace } from './listening-place.ts';
import { readChoice, readWholeNumber } from './option-values.ts';
import { readTrustedProxies } from './proxy-addresses.ts';
import { readBlobPlace, readDatabasePlace, type StorageConfig } from './storage-config.ts';
import { UsageError } from './usage-error.ts';

/** What `tandem-service start` is told. */
export interface StartConfig {
  readonly storage: StorageConfig;
  readonly listen: ListeningPlace;
  /** Scheme, host and port that clients use; null means the address that the service listens on. */
  readonly publicUrl: string | null;
  /** Requests a minute and person; null means without limit. */
  readonly requestsPerMinute: number | null;
  /** Networks of proxies whose `X-Forwarded-For` tells the address of the client; of anybody else it is passed over. */
  readonly trustedProxies: readonly string[];
  readonly vendorHeaders: boolean;
  /** True: people of this service become collaborators at once; false: they are asked first. */
  readonly acceptInvitations: boolean;
  /** How people are numbered as the source of an event. */
  readonly eventUserIds: 'number' | 'string';
  /** Where webhooks may lead to. */
  readonly webhookAddresses: 'public' | 'any';
  /** Who may read `/metrics`. */
  readonly metrics: MetricsAccess;
  readonly logLevel: LogLevel;
}

export const logLevels = ['silent', 'error', 'warn', 'info', 'debug'] as const;
export type LogLevel = (typeof logLevels)[number];

/** Options that name the storage, with the same meaning in every command. */
export const storageOptions = {
  data: { type: 'string' },
  database: { type: 'string' },
  blobs: { type: 'string' },
} as const;

export const startOptions = {
  ...storageOptions,
  host: { type: 'string' },
  port: { type: 'string' },
  socket: { type: 'string' },
  'public-url': { type: 'string' },
  'rate-limit': { type: 'string' },
  'trusted-proxies': { type: 'string' },
  'vendor-headers': { type: 'string' },
  invitations: { type: 'string' },
  'event-user-ids': { type: 'string' },
  'webhook-addresses': { type: 'string' },
  'metrics-token-file': { type: 'string' },
  'log-level': { type: 'string' },
} as const;

type Values<Options> = { readonly [Name in keyof Options]?: string | undefined };

/** @throws UsageError when an option cannot be followed. */
export function readStorageConfig(values: Values<typeof storageOptions>): StorageConfig {
  const dataDirectory = path.resolve(values.data ?? defaultDataDirectory(process.env, process.platform, homedir()));
  return {
    dataDirectory,
    database: readDatabasePlace(values.database, dataDirectory),
    blobs: readBlobPlace(values.blobs, dataDirectory),
  };
}

/** @throws UsageError when an option cannot be followed. */
export function readStartConfig(values: Values<typeof startOptions>): StartConfig {
  const listen = readListeningPlace(values);
  const publicUrl = values['public-url'] === undefined ? null : readPublicUrl(values['public-url']);
  const isLocal = isLocalPlace(listen) && publicUrl === null;
  const trustedProxies = readTrustedProxies(values['trusted-proxies']);
  if (trustedProxies === null && isBehindProxy(listen, publicUrl)) throw new UsageError(proxiesUnknown);
  return {
    storage: readStorageConfig(values),
    listen,
    publicUrl,
    requestsPerMinute: readRate(values['rate-limit'], isLocal),
    trustedProxies: trustedProxies ?? [],
    vendorHeaders: readChoice('--vendor-headers', values['vendor-headers'] ?? 'on', ['on', 'off']) === 'on',
    acceptInvitations: readChoice('--invitations', values.invitations ?? 'accept', ['accept', 'ask']) === 'accept',
    eventUserIds: readChoice('--event-user-ids', values['event-user-ids'] ?? 'number', ['number', 'string']),
    webhookAddresses: readChoice('--webhook-addresses', values['webhook-addresses'] ?? 'public', ['public', 'any']),
    metrics: readMetricsAccess(values['metrics-token-file'], isLocal),
    logLevel: readChoice('--log-level', values['log-level'] ?? 'warn', logLevels),
  };
}

/** Where the service keeps its data when it is not told, by the customs of the platform; `TANDEM_HOME` overrides them. */
export function defaultDataDirectory(env: NodeJS.ProcessEnv, platform: NodeJS.Platform, home: string): string {
  if (env['TANDEM_HOME']) return path.join(env['TANDEM_HOME'], 'service');
  if (platform === 'darwin') return path.join(home, 'Library', 'Application Support', 'Tandem', 'service');
  if (platform === 'win32')
    return path.join(env['LOCALAPPDATA'] ?? path.join(home, 'AppData', 'Local'), 'Tandem', 'service');
  return path.join(env['XDG_DATA_HOME'] ?? path.join(home, '.local', 'share'), 'tandem', 'service');
}

/** Open only where nobody but this machine can ask; a service behind another address needs a token for them. */
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
    throw new UsageError(`--metrics-token-file ${file} cannot be read.`, { cause });
  }
}

function readPublicUrl(text: string): string {
  const url = URL.parse(text);
  const isPlain = url && /^https?:$/.test(url.protocol) && !url.search && !url.hash && !url.username;
  if (isPlain) return url.href.replace(/\/+$/, '');
  throw new UsageError(
    `--public-url must be an http or https address such as https://files.example.org, not "${text}".`,
  );
}

/** Off while only this machine can connect, else 6000 a minute (service-decisions A16). */
function readRate(text: string | undefined, isLocal: boolean): number | null {
  if (text === undefined) return isLocal ? null : 6000;
  if (text === 'off') return null;
  const number = /^(\d+)\/min$/.exec(text)?.[1];
  if (number === undefined) throw new UsageError(`--rate-limit must look like 6000/min, or be off, not "${text}".`);
  return readWholeNumber('--rate-limit', number, 1, 1_000_000);
}

function isLocalPlace(listen: ListeningPlace): boolean {
  return listen.kind === 'socket' || isLoopback(listen.host);
}

/** The service speaks no TLS, and a loopback address is nobody else's: such a public URL leads through a proxy. */
function isBehindProxy(listen: ListeningPlace, publicUrl: string | null): boolean {
  if (publicUrl === null || listen.kind === 'socket') return false;
  return publicUrl.startsWith('https:') || isLoopback(listen.host);
}

const proxiesUnknown =
  '--public-url leads through a proxy, and without --trusted-proxies all clients count as one: a single one of them who guesses passwords locks out everyone. Add the addresses of the proxies, such as --trusted-proxies 127.0.0.1 (or none if clients connect directly).';
