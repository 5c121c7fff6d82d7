import { readFile } from 'node:fs/promises';
import type { AddressField } from '../../preload/words/codes/account.ts';
import { fixOf, type RefusalMessage, type Words } from '../../preload/words/message.ts';
import { isThisComputer } from '../api/transport/proxy.ts';
import { isPrivate, readAccount, type ServiceAddress } from './account-record.ts';
import { ExplainedError } from './explained-error.ts';
import { knownService } from './known-services.ts';
import type { FoundSecrets } from './secrets/find-secret-store.ts';
import { type LoginTokens, loginKey, readLogin } from './tokens/login-tokens.ts';

/** The service and token for a command. `token` is secret: never logged, never in a message. */
export type SignedIn = {
  readonly address: ServiceAddress;
  readonly token: string;
  /** Where the token is stored; null for a given token. `login` issued and renews it; null: a private service did. */
  readonly stored: { readonly secrets: FoundSecrets; readonly login: LoginTokens | null } | null;
};

export type AccountFlags = {
  readonly baseUrl: string | undefined;
  readonly uploadUrl: string | undefined;
  /** The person trusts the network between here and the service. */
  readonly allowsHttp?: boolean;
  readonly tokenFile: string | undefined;
  /** `TANDEM_TOKEN`. */
  readonly tokenInEnvironment: string | undefined;
};

/** - `usage`: an invalid URL; - `other_account`: this state is of another account; - `signed_out`: no service or no token is known; - `token_file`: it cannot be read, or holds no token. */
export class AccountError extends ExplainedError {
  declare readonly code: 'usage' | 'signed_out' | 'token_file' | 'other_account';
  constructor(code: AccountError['code'], says: Words, fix: Words) {
    super(code, says, fix);
  }
}

const unusable = (says: RefusalMessage): AccountError => new AccountError('usage', says, fixOf(says));

/** Flags take precedence over the account stored in `state`. */
export async function findAccount(
  state: string,
  flags: AccountFlags,
  findSecrets: () => Promise<FoundSecrets>,
): Promise<SignedIn> {
  const kept = await readAccount(state);
  const address = addressAsked(kept, flags);
  if (address === null) {
    throw new AccountError(
      'signed_out',
      'Tandem does not know which service to use.',
      'Sign in with `tandem login --base-url URL`, give --base-url and --token-file (or TANDEM_TOKEN), or run `npm start` once, which starts a private service.',
    );
  }
  const isKept = address.service === kept?.service;
  const given = flags.tokenFile === undefined ? flags.tokenInEnvironment : await readTokenFile(flags.tokenFile);
  if (given !== undefined) requireSendable(given, flags.tokenFile ?? 'TANDEM_TOKEN');
  const secrets = given === undefined && isKept ? await findSecrets() : null;
  const login = secrets && (await readLogin(secrets, loginKey(state, address.service)));
  const token = given ?? login?.accessToken ?? (await secrets?.get(address.service)) ?? null;
  if (token === null || token === '') throw withoutToken(address, secrets);
  return { address, token, stored: secrets && { secrets, login } };
}

/** The service that the flags name, or else the stored one; null: neither. The base URL names it, wherever it takes uploads and signs in. */
export function addressAsked(
  kept: ServiceAddress | null,
  flags: Pick<AccountFlags, 'baseUrl' | 'uploadUrl' | 'allowsHttp'> & { readonly signInUrl?: string | undefined },
): ServiceAddress | null {
  const { baseUrl, uploadUrl } = flags;
  const named = baseUrl === undefined ? null : addressOf(baseUrl, uploadUrl, flags);
  if (named !== null && named.baseUrl !== kept?.baseUrl) return named;
  if (kept === null) return null;
  if (isPrivate(kept) && uploadUrl !== undefined) {
    throw new AccountError('usage', '--upload-url does not apply to the private service.', 'Omit it.');
  }
  const upload = uploadUrl === undefined ? {} : { uploadUrl: readAddress('upload', uploadUrl, flags.allowsHttp) };
  return { ...kept, ...upload, ...signInPage(flags) };
}

function withoutToken({ baseUrl }: ServiceAddress, secrets: FoundSecrets | null): AccountError {
  if (secrets?.isRefused() === true) {
    return new AccountError(
      'signed_out',
      `Tandem found no access token for ${baseUrl}, and can't read the system keyring, which may hold one.`,
      'If the keyring is locked or asks you to allow access, unlock it or allow it, then try again. Otherwise sign in with `tandem login`, or give a token with --token-file FILE or TANDEM_TOKEN.',
    );
  }
  return new AccountError(
    'signed_out',
    `There is no access token for ${baseUrl}${secrets === null ? '' : ` in ${secrets.place}`}.`,
    'Sign in with `tandem login`, or give a token with --token-file FILE or TANDEM_TOKEN; `tandem-service tokens create` makes one.',
  );
}

/** A header can carry visible ASCII only (RFC 6750 2.1). An empty token counts as none. */
function requireSendable(token: string, from: string): void {
  if (/^[\x21-\x7e]*$/.test(token)) return;
  throw new AccountError(
    'token_file',
    `${from} doesn't hold an access token: tokens have no spaces, line breaks or special characters.`,
    'Give it a token alone; `tandem-service tokens create` makes one.',
  );
}

/** More about a service than its two URLs. */
type AddressDetails = { readonly signInUrl?: string | undefined; readonly allowsHttp?: boolean };

/** The service at a given URL: `{origin}/2.0` and, unless it is a known one, `{origin}/upload/2.0`. */
export function addressOf(
  baseUrl: string,
  uploadUrl: string | undefined,
  details: AddressDetails = {},
): ServiceAddress {
  const base = readAddress('base', baseUrl, details.allowsHttp);
  const usual = knownService(base)?.uploadUrl ?? derivedUpload(base);
  const upload = uploadUrl === undefined ? usual : readAddress('upload', uploadUrl, details.allowsHttp);
  return { service: base, baseUrl: base, uploadUrl: upload, ...signInPage(details) };
}

const signInPage = ({ signInUrl, allowsHttp }: AddressDetails): Pick<ServiceAddress, 'signInUrl'> =>
  signInUrl === undefined ? {} : { signInUrl: readAddress('sign_in', signInUrl, allowsHttp) };

function derivedUpload(base: string): string {
  const url = new URL(base);
  const segments = url.pathname.split('/').filter((segment) => segment !== '');
  const version = segments.pop() ?? '2.0';
  url.pathname = `/${[...segments, 'upload', version].join('/')}`;
  return url.href;
}

function readAddress(field: AddressField, text: string, allowsHttp = false): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || (url.protocol !== 'http:' && url.protocol !== 'https:')) {
    throw unusable({ code: 'address_not_http', args: { address: text, field } });
  }
  if (field !== 'sign_in' && (url.pathname === '/' || url.pathname === '')) {
    throw unusable({ code: 'address_without_version', args: { address: text, field } });
  }
  if (url.protocol === 'http:' && !allowsHttp && !isThisComputer(url)) {
    throw unusable({ code: 'http_not_encrypted', args: { host: url.host, field } });
  }
  // The path of a page may end in a slash, and its query may hold one.
  return field === 'sign_in' ? url.href : url.href.replace(/\/+$/, '');
}

/** @throws `AccountError` when it cannot be read. */
export const readTokenFile = (path: string): Promise<string> =>
  readSecretFile('token_file', `token file ${path}`, path);

/** @throws `AccountError` when it is not named, cannot be read, or is empty. */
export async function readClientSecret(path: string): Promise<string> {
  if (path === '') {
    throw new AccountError('usage', '--client-secret-file is empty.', 'Name the file that holds the client secret.');
  }
  const secret = await readSecretFile('usage', `file of the client secret ${path}`, path);
  if (secret !== '') return secret;
  throw new AccountError('usage', `The file ${path} holds no client secret.`, 'Write the client secret alone into it.');
}

async function readSecretFile(code: AccountError['code'], file: string, path: string): Promise<string> {
  try {
    return (await readFile(path, 'utf8')).trim();
  } catch (error) {
    const reason = error instanceof Error && 'code' in error ? String(error.code) : 'unknown reason';
    throw new AccountError(code, `The ${file} cannot be read (${reason}).`, 'Check the path and its permissions.');
  }
}
