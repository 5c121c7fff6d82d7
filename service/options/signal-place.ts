import { UsageError } from './usage-error.ts';

/** Where wake-ups travel: through the database, or through NATS. Credentials come from the environment, never from the command line. */
export type SignalPlace = { readonly kind: 'database' } | NatsPlace;

/** One NATS cluster. */
export interface NatsPlace {
  readonly kind: 'nats';
  /** `nats://HOST:PORT` or `tls://HOST:PORT`, one or more. */
  readonly servers: readonly string[];
  readonly subject: string;
  readonly user: string | undefined;
  readonly password: string | undefined;
  readonly token: string | undefined;
}

const form = '--signal must be nats://HOST:PORT or tls://HOST:PORT, several separated by commas';

/** `nats://host:port,…`, with `/WORD` after the last one for a subject other than `tandem`. @throws UsageError */
export function readSignalPlace(
  text: string | undefined,
  env: Readonly<Record<string, string | undefined>>,
): SignalPlace {
  if (text === undefined) return { kind: 'database' };
  const urls = text.split(',').map((each) => readServer(each.trim()));
  return {
    kind: 'nats',
    servers: urls.map((url) => `${url.protocol}//${url.host}`),
    subject: urls.map(subjectIn).find((word) => word !== '') ?? 'tandem',
    user: env['NATS_USER'],
    password: env['NATS_PASSWORD'],
    token: env['NATS_TOKEN'],
  };
}

function readServer(text: string): URL {
  const url = URL.parse(text);
  if (url?.username || url?.password) {
    throw new UsageError('--signal takes no credentials: set NATS_USER and NATS_PASSWORD, or NATS_TOKEN.');
  }
  if (url === null || !/^(?:nats|tls):$/.test(url.protocol) || url.hostname === '' || url.search || url.hash) {
    throw new UsageError(`${form}, not "${text}".`);
  }
  return url;
}

function subjectIn(url: URL): string {
  const word = url.pathname.slice(1);
  if (/^[\w-]{0,64}$/.test(word)) return word;
  throw new UsageError(`--signal: the subject after the host must be one word of letters, digits, "_" and "-".`);
}
