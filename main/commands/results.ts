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
    // What was named in a form and is not there is said beside its field; anything else went away meanwhile.
    if (cause.status === 404 && cause.contextInfo?.errors === undefined)
      return refused('not_found', 'That is not there any more.', 'Nothing needs to be done.');
    return { ok: false, error: { ...said(cause), ...faultsOf(cause) } };
  }
}

/** A refusal of the service says itself what to do; what is a passing fault is tried again. */
function said({ status, code, message }: ApiError): CommandError {
  const isAboutTheRequest = status === null ? code !== 'bad_answer' : status < 500 && status !== 429;
  return { code, message, remedy: isAboutTheRequest ? '' : 'Try again later.' };
}

/** The parts of the request that the service names as the reason. */
function faultsOf({ contextInfo }: ApiError): Pick<CommandError, 'faults'> {
  const faults = (contextInfo?.errors ?? []).map(({ name, message }) => ({ name, message }));
  return faults.length === 0 ? {} : { faults };
}
