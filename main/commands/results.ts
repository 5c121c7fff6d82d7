import type { CommandError } from '../../preload/ipc/commands.ts';
import { ApiError, isUnreached } from '../api/api-error.ts';

export type Refused = { readonly ok: false; readonly error: CommandError };

export const done = { ok: true, value: {} } as const;

export function refused(code: string, message: string, remedy: string): Refused {
  return { ok: false, error: { code, message, remedy } };
}

export function notSupportedHere(what: string): Refused {
  return refused('not_supported_here', `${what} is not possible here.`, 'Use the desktop application for it.');
}

/** Runs what talks to the service; its failures become refusals that say what to do, anything else is a bug and goes on. */
export async function refusing<Value>(work: () => Promise<Value>): Promise<Value | Refused> {
  try {
    return await work();
  } catch (cause) {
    if (!(cause instanceof ApiError)) throw cause;
    if (isUnreached(cause)) return refused('offline', 'The service cannot be reached.', 'Try again when it is back.');
    if (cause.status === 401) return refused('signed_out', 'The sign-in ran out.', 'Sign in again.');
    if (cause.status === 404) return refused('not_found', 'That is not there any more.', 'Nothing needs to be done.');
    return refused(cause.code, cause.message, 'Try again later.');
  }
}
