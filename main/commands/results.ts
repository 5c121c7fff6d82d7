import type { CommandErrorData } from '../../preload/ipc/commands.ts';
import { fixOf, type ProblemMessage, type Words } from '../../preload/words/message.ts';
import { ApiError, isUnreached } from '../api/api-error.ts';

export type Refused = { readonly ok: false; readonly error: CommandErrorData };

export const done = { ok: true, value: {} } as const;

export function refused(code: string, message: Words, remedy: Words): Refused {
  return { ok: false, error: { code, message, remedy } };
}

/** A trouble of the whole account as the refusal of a request. */
const refusedBy = (says: Extract<ProblemMessage, { readonly code: 'offline' | 'signed_out' }>): Refused =>
  refused(says.code, says, fixOf(says));

export function notSupportedHere(what: string): Refused {
  return refused('not_supported_here', `${what} is not possible here.`, 'Use the desktop application for it.');
}

/** Runs what talks to the service; its failures become refusals that say what to do, anything else is a bug and goes on. */
export async function refusing<Value>(work: () => Promise<Value>): Promise<Value | Refused> {
  try {
    return await work();
  } catch (cause) {
    if (!(cause instanceof ApiError)) throw cause;
    if (isUnreached(cause)) return refusedBy({ code: 'offline', args: {} });
    if (cause.status === 401) return refusedBy({ code: 'signed_out', args: {} });
    // What was named in a form and is not there is said beside its field; anything else went away meanwhile.
    if (cause.status === 404 && cause.contextInfo?.errors === undefined)
      return refused('not_found', 'That is not there any more.', 'Nothing needs to be done.');
    return { ok: false, error: { ...said(cause), ...faultsOf(cause) } };
  }
}

/** A refusal of the service says itself what to do; what is a passing fault is tried again. */
function said({ status, code, message }: ApiError): CommandErrorData {
  const isAboutTheRequest = status === null ? code !== 'bad_answer' : status < 500 && status !== 429;
  return { code, message, remedy: isAboutTheRequest ? '' : 'Try again later.' };
}

/** The parts of the request that the service names as the reason. */
function faultsOf({ contextInfo }: ApiError): Pick<CommandErrorData, 'faults'> {
  const faults = (contextInfo?.errors ?? []).map(({ name, message }) => ({ name, message }));
  return faults.length === 0 ? {} : { faults };
}
