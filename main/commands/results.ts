import type { CommandErrorData } from '../../preload/ipc/commands.ts';
import { refusalOf } from '../../preload/ipc/refusal.ts';
import type { HostFeature } from '../../preload/words/codes/requests.ts';
import { fixOf, type ProblemMessage, type RefusalMessage, type Words } from '../../preload/words/message.ts';
import { ApiError, isRateLimited, isUnreached } from '../api/api-error.ts';
import { wordsOf } from '../api/requests/answer-form.ts';

export type Refused = { readonly ok: false; readonly error: CommandErrorData };

export const done = { ok: true, value: {} } as const;

export function refused(code: string, message: Words, remedy: Words): Refused {
  return { ok: false, error: { code, message, remedy } };
}

/** The refusal of a request, in words of its own code; `code` is the one that programs read. */
export const refusedAs = (code: string, says: RefusalMessage): Refused => ({ ok: false, error: refusalOf(code, says) });

/** Turns an account-wide problem into the refusal of a request. */
const refusedBy = (says: Extract<ProblemMessage, { readonly code: 'offline' | 'signed_out' }>): Refused =>
  refused(says.code, says, fixOf(says));

export const notSupportedHere = (feature: HostFeature): Refused =>
  refusedAs('not_supported_here', { code: 'not_supported_here', args: { feature } });

/** Runs a service call. Service failures become refusals with a remedy; any other error is a bug and is rethrown. */
export async function refusing<Value>(work: () => Promise<Value>): Promise<Value | Refused> {
  try {
    return await work();
  } catch (cause) {
    if (!(cause instanceof ApiError)) throw cause;
    // Another host's answer says nothing of the connection or the sign-in.
    if (cause.isOfContentHost && cause.status !== 404) return { ok: false, error: said(cause) };
    if (isUnreached(cause)) return refusedBy({ code: 'offline', args: {} });
    if (cause.status === 401) return refusedBy({ code: 'signed_out', args: {} });
    // A missing item named in a form is reported beside its field. Any other 404 means that the item was deleted meanwhile.
    if (cause.status === 404 && cause.contextInfo?.errors === undefined)
      return refusedAs('not_found', { code: 'item_gone', args: {} });
    return { ok: false, error: { ...said(cause), ...faultsOf(cause) } };
  }
}

/** The service's own message contains the remedy. For transient failures, the remedy is to retry. */
function said(error: ApiError): CommandErrorData {
  const { status, code, says } = error;
  const isAboutTheRequest = !isRateLimited(error) && (status === null ? code !== 'bad_answer' : status < 500);
  return { code, message: says, remedy: isAboutTheRequest ? '' : { code: 'try_later', args: {} } };
}

/** The request fields that the service reports as the cause. */
function faultsOf({ contextInfo }: ApiError): Pick<CommandErrorData, 'faults'> {
  const faults = (contextInfo?.errors ?? []).map(({ name, ...fault }) => ({ name, message: wordsOf(fault) ?? '' }));
  return faults.length === 0 ? {} : { faults };
}
