import type { CommandErrorData } from '../../preload/ipc/commands.ts';
import { refusalOf } from '../../preload/ipc/refusal.ts';
import type { RefusalMessage } from '../../preload/words/message.ts';
import { ApiError } from '../api/api-error.ts';
import type { RawAnswer } from '../api/requests/answer-form.ts';
import type { Exchange } from '../api/transport/exchange.ts';
import type { ServiceAddress } from './account-record.ts';
import { AccountError, addressOf } from './find-account.ts';

export type AddressChecked =
  | { readonly ok: true; readonly value: ServiceAddress }
  | { readonly ok: false; readonly error: CommandErrorData };

/** Timeout per candidate URL, milliseconds. */
const PATIENCE_MS = 8_000;
const VERSION_SEGMENT = '2.0';

/**
 * Finds the service for a typed URL, with or without scheme, port and version segment. Sends one request without a token to each candidate, and
 * takes the first that answers like a service.
 */
export async function checkAddress(typed: string, exchange: Exchange, signal?: AbortSignal): Promise<AddressChecked> {
  const candidates = meantBy(typed);
  if (candidates.length === 0) return noAddress(typed);
  let worst: CommandErrorData | null = null;
  for (const baseUrl of candidates) {
    const found = await lookAt(baseUrl, exchange, signal);
    if ('service' in found) return { ok: true, value: found };
    const refusal = found;
    // An actual answer is more informative than a timeout of another candidate.
    if (worst === null || worst.code === 'offline') worst = refusal;
  }
  return worst === null ? noAddress(typed) : { ok: false, error: worst };
}

/** The candidate base URLs, most likely first; empty: none. */
export function meantBy(typed: string): readonly string[] {
  const text = typed.trim().replace(/[/\s]+$/, '');
  if (text === '' || /\s/.test(text)) return [];
  const hasScheme = /^[a-z][a-z0-9+.-]*:\/\//i.test(text);
  const host = text.split(/[/?#]/, 1)[0] ?? '';
  // Certificates do not exist for this computer; for any other host, plain http requires an explicit choice.
  const schemes = isHere(host) ? ['http', 'https'] : ['https'];
  const urls = hasScheme ? [text] : schemes.map((scheme) => `${scheme}://${text}`);
  return urls.flatMap((url) => {
    if (!URL.canParse(url)) return [];
    const { protocol, username, password, origin, pathname } = new URL(url);
    if ((protocol !== 'http:' && protocol !== 'https:') || username !== '' || password !== '') return [];
    const path = pathname.replace(/\/+$/, '');
    const endsInVersion = /\/v?\d+(\.\d+)*$/.test(path);
    return [`${origin}${path}${endsInVersion ? '' : `/${VERSION_SEGMENT}`}`];
  });
}

const isHere = (host: string): boolean => /^(localhost|127(\.\d+){3}|\[::1\])(:\d+)?$/i.test(host);

/** The service if it is one of our kind. It asks for the signed-in user (RFC 6750 3). */
async function lookAt(
  baseUrl: string,
  exchange: Exchange,
  signal: AbortSignal | undefined,
): Promise<CommandErrorData | ServiceAddress> {
  try {
    // Before sending anything: check that the URL may receive a token.
    const address = addressOf(baseUrl, undefined);
    const answer = await exchange.send({
      url: new URL(`${baseUrl}/users/me`),
      method: 'GET',
      headers: { accept: 'application/json' },
      body: null,
      timeoutMs: PATIENCE_MS,
      signal,
    });
    const isService = looksLikeService(answer);
    await answer.body.drop();
    return isService ? address : notAService(baseUrl);
  } catch (error) {
    if (error instanceof AccountError) return { code: error.code, message: error.says, remedy: error.fix };
    if (!(error instanceof ApiError)) throw error;
    return notReached(baseUrl, error);
  }
}

function looksLikeService({ status, headers }: RawAnswer): boolean {
  return status === 401 && /\bbearer\b/i.test(headers['www-authenticate'] ?? '');
}

function noAddress(typed: string): AddressChecked {
  const says: RefusalMessage =
    typed.trim() === '' ? { code: 'no_address', args: {} } : { code: 'not_an_address', args: { typed: typed.trim() } };
  return { ok: false, error: refusalOf('bad_address', says) };
}

const notAService = (baseUrl: string): CommandErrorData =>
  refusalOf('not_the_service', { code: 'not_our_service', args: { host: new URL(baseUrl).host } });

function notReached(baseUrl: string, error: ApiError): CommandErrorData {
  const { host } = new URL(baseUrl);
  return /CERT|SELF_SIGNED|UNABLE_TO|ERR_TLS|ERR_SSL/.test(error.message)
    ? refusalOf('untrusted', { code: 'identity_unproven', args: { host } })
    : refusalOf('offline', { code: 'nothing_answers', args: { host } });
}
