import { plainEnglish } from '../../preload/words/en/english.ts';
import { fixOf, type RefusalMessage } from '../../preload/words/message.ts';
import { ApiError, isUnreached } from '../api/api-error.ts';
import { FileSystemError } from '../engine/ports/file-system.ts';
import { RemoteError } from '../engine/ports/remote/remote.ts';
import { storeTrouble } from '../engine/store/store-trouble.ts';
import { CliError } from './cli-error.ts';

export type Failure = { readonly code: string; readonly message: string; readonly remedy: string };

export const TOKEN_REFUSED = 'The service does not accept the access token.';
export const SIGN_IN =
  'Sign in with `tandem login`, or pass a new token with --token-file or TANDEM_TOKEN. `tandem-service tokens create` creates one.';
const REACH = 'Check that the service is running and that --base-url is right, then try again.';

/** Error codes of the system about the disk that holds the state. */
const DISK_FULL: ReadonlySet<string> = new Set(['ENOSPC', 'EDQUOT']);
const NOT_WRITABLE: ReadonlySet<string> = new Set(['EACCES', 'EPERM', 'EROFS', 'ENOTDIR']);

/** Null: the error is not about that disk. */
export function stateNotStored(error: unknown): { readonly code: string; readonly says: RefusalMessage } | null {
  const because = storeTrouble(error) ?? systemTrouble(error);
  if (because === null) return null;
  return { code: because === 'full' ? 'disk_full' : 'denied', says: { code: 'state_not_stored', args: { because } } };
}

function systemTrouble(error: unknown): 'full' | 'denied' | null {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (DISK_FULL.has(code)) return 'full';
  return NOT_WRITABLE.has(code) ? 'denied' : null;
}

/** Message and remedy for every error that can end a command. Never a stack trace. */
export function explainFailure(error: unknown): Failure {
  if (error instanceof CliError) return { code: error.code, message: error.message, remedy: error.remedy };
  if (error instanceof ApiError) return ofApi(error);
  if (error instanceof RemoteError) return ofRemote(error);
  if (error instanceof FileSystemError) {
    return {
      code: error.code,
      message: error.message,
      remedy: `Check ${error.path} and its permissions, then try again.`,
    };
  }
  const trouble = stateNotStored(error);
  if (trouble !== null)
    return { code: trouble.code, message: plainEnglish(trouble.says), remedy: plainEnglish(fixOf(trouble.says)) };
  if (isExplained(error)) return { code: error.code, message: error.message, remedy: error.remedy };
  return {
    code: 'internal',
    message: `Unexpected error: ${error instanceof Error ? error.message : String(error)}`,
    remedy: 'Try again. If it keeps happening, report it with the output of `tandem report`.',
  };
}

function ofApi(error: ApiError): Failure {
  if (error.status === 401) return { code: 'signed_out', message: TOKEN_REFUSED, remedy: SIGN_IN };
  if (isUnreached(error)) return { code: error.code, message: error.message, remedy: REACH };
  if (error.status !== null && error.status >= 500) {
    return { code: error.code, message: `The service failed: ${error.message}`, remedy: 'Try again later.' };
  }
  const remedy =
    error.status === 404 ? 'Run `tandem ls` to see what exists.' : 'Change what the service names and try again.';
  return { code: error.code, message: `The service refused: ${error.message}`, remedy };
}

function ofRemote(error: RemoteError): Failure {
  if (error.code === 'signed_out') return { code: error.code, message: TOKEN_REFUSED, remedy: SIGN_IN };
  return {
    code: error.code,
    message: error.message,
    remedy: error.code === 'offline' ? REACH : 'Try again in a moment.',
  };
}

/** Typed errors of other modules carry a stable code, a message and its remedy. */
function isExplained(error: unknown): error is Error & Failure {
  return (
    error instanceof Error &&
    'code' in error &&
    typeof error.code === 'string' &&
    'remedy' in error &&
    typeof error.remedy === 'string'
  );
}
