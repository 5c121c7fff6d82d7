import type { ApiClient } from '../api/api-client.ts';
import { type Check, good } from './check.ts';

/** A larger clock error corrupts file dates and invitation expiry dates; milliseconds. */
const clockToleranceMs = 2 * 60 * 1000;

/** Explains a failed request in the command line's wording. */
type Explain = (error: unknown) => { readonly message: string; readonly remedy: string };

/** Asks the service for the signed-in user and its clock. */
export async function checkService(
  client: ApiClient,
  explain: Explain,
  nowMs: () => number,
  signal?: AbortSignal,
): Promise<readonly Check[]> {
  const request = { method: 'GET', path: '/users/me', body: null, headers: {} };
  try {
    const { status, text, headers } = await client.byHand(request, signal);
    if (status === 200) return [good('service', signedIn(text)), checkClock(headers['date'], nowMs())];
    return [
      {
        name: 'service',
        outcome: 'problem',
        sentence:
          status === 401
            ? 'The service does not accept the access token.'
            : `The service answered with status ${status}.`,
        remedy:
          status === 401
            ? 'Sign in again, or give a fresh token with --token-file.'
            : 'Ask the administrator of the service to read its log.',
      },
    ];
  } catch (error) {
    const { message, remedy } = explain(error);
    return [{ name: 'service', outcome: 'problem', sentence: message, remedy }];
  }
}

function signedIn(text: string): string {
  const { name, login } = JSON.parse(text) as { readonly name?: string; readonly login?: string };
  return `The service is reachable. Signed in as ${name ?? 'a user without a name'} (${login ?? 'no login'}).`;
}

function checkClock(date: string | undefined, nowMs: number): Check {
  const theirs = Date.parse(date ?? '');
  if (Number.isNaN(theirs)) return good('clock', 'The service does not tell its time; the clock was not compared.');
  const offMs = Math.abs(theirs - nowMs);
  if (offMs <= clockToleranceMs) return good('clock', 'The clock agrees with that of the service.');
  return {
    name: 'clock',
    outcome: 'warning',
    sentence: `The clock of this computer is ${Math.round(offMs / 60_000)} minutes away from that of the service.`,
    remedy: 'Let the system set its time by itself (NTP).',
  };
}
