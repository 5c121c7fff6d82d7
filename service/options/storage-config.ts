import path from 'node:path';
import { readWholeNumber } from './option-values.ts';
import type { SignalPlace } from './signal-place.ts';
import { UsageError } from './usage-error.ts';

/** Where a service stores its data: the database and the blobs. */
export interface StorageConfig {
  /** Absolute path of the service's own directory; unused if both are stored elsewhere. */
  readonly dataDirectory: string;
  readonly database: DatabasePlace;
  readonly blobs: BlobPlace;
  readonly signal: SignalPlace;
}

/** A database: a local file, or a server that many processes share. `readers`: read connections per process. */
export type DatabasePlace =
  | { readonly kind: 'sqlite'; readonly file: string }
  | { readonly kind: 'postgres'; readonly url: string; readonly readers: number };

/** Blob storage: a local directory, or a bucket. Without an endpoint the bucket is Amazon's. */
export type BlobPlace =
  | { readonly kind: 'disk'; readonly directory: string }
  | {
      readonly kind: 's3';
      readonly bucket: string;
      /** Prefix of every key, with a trailing slash; empty for none. */
      readonly prefix: string;
      readonly endpoint: string | null;
      /** Where clients reach the bucket; null: they don't, and all content passes through the service. */
      readonly publicEndpoint: string | null;
      readonly region: string;
    };

/** True if any of the data is on a local disk: then one process locks the data directory. */
export function isOnDisk({ database, blobs }: StorageConfig): boolean {
  return database.kind === 'sqlite' || blobs.kind === 'disk';
}

/** A location in printable form, without a password. */
export function shownPlace(place: DatabasePlace | BlobPlace): string {
  switch (place.kind) {
    case 'sqlite':
      return place.file;
    case 'disk':
      return place.directory;
    case 's3':
      return `s3://${place.bucket}/${place.prefix}`;
    case 'postgres': {
      const { host, pathname } = new URL(place.url);
      return `postgres://${host}${pathname}`;
    }
  }
}

/** Default number of read connections per process. */
const usualReaders = '8';

/** `sqlite:FILE` or `postgres://user@host/name?pool=N`. @throws UsageError */
export function readDatabasePlace(
  text: string | undefined,
  dataDirectory: string,
  option = '--database',
): DatabasePlace {
  if (text === undefined) return { kind: 'sqlite', file: path.join(dataDirectory, 'service.db') };
  const file = textAfter('sqlite:', text);
  if (file !== null) return { kind: 'sqlite', file: path.resolve(file) };
  const url = URL.parse(text);
  if (url === null || !/^postgres(?:ql)?:$/.test(url.protocol) || url.pathname.length < 2) {
    throw new UsageError(`${option} must be sqlite:PATH or postgres://USER@HOST/NAME, not "${withoutPassword(text)}".`);
  }
  const readers = readWholeNumber(`${option} pool=`, url.searchParams.get('pool') ?? usualReaders, 1, 1000);
  url.searchParams.delete('pool');
  return { kind: 'postgres', url: url.href, readers };
}

const bucketParameters = ['endpoint', 'region', 'public-endpoint'];

/** `file:DIR` or `s3://bucket/folder?endpoint=…&region=…&public-endpoint=…`. @throws UsageError */
export function readBlobPlace(text: string | undefined, dataDirectory: string, option = '--blobs'): BlobPlace {
  if (text === undefined) return { kind: 'disk', directory: path.join(dataDirectory, 'blobs') };
  const directory = textAfter('file:', text);
  if (directory !== null) return { kind: 'disk', directory: path.resolve(directory) };
  const url = URL.parse(text);
  if (url?.protocol !== 's3:' || url.hostname === '') {
    throw new UsageError(`${option} must be file:PATH or s3://BUCKET?endpoint=URL&region=NAME, not "${text}".`);
  }
  if (url.username !== '' || url.password !== '') {
    throw new UsageError(`${option} takes no credentials: set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.`);
  }
  const unknown = [...url.searchParams.keys()].find((name) => !bucketParameters.includes(name));
  if (unknown !== undefined) {
    throw new UsageError(`${option} accepts endpoint=, region= and public-endpoint=, not "${unknown}=".`);
  }
  const folder = decodeURIComponent(url.pathname).replaceAll(/^\/+|\/+$/g, '');
  return {
    kind: 's3',
    bucket: url.hostname,
    prefix: folder === '' ? '' : `${folder}/`,
    endpoint: readEndpoint(`${option} endpoint=`, url.searchParams.get('endpoint')),
    publicEndpoint: readEndpoint(`${option} public-endpoint=`, url.searchParams.get('public-endpoint')),
    region: url.searchParams.get('region') ?? 'us-east-1',
  };
}

function readEndpoint(option: string, text: string | null): string | null {
  if (text === null) return null;
  const url = URL.parse(text);
  if (url && /^https?:$/.test(url.protocol)) return url.origin + url.pathname.replace(/\/+$/, '');
  throw new UsageError(`${option} must be an http or https address, not "${text}".`);
}

function textAfter(scheme: string, text: string): string | null {
  return text.startsWith(scheme) && text.length > scheme.length ? text.slice(scheme.length) : null;
}

function withoutPassword(text: string): string {
  return text.replace(/:[^:@/]*@/, ':…@');
}
