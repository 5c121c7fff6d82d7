/**
 * `Retry-After` in milliseconds; null if absent or invalid (RFC 9110 10.2.3). A date is measured against the `Date` of the same
 * response: clocks of other machines are never compared with ours. Capped at one day.
 */
export function retryAfterMs({ 'retry-after': retryAfter, date }: TimeHeaders): number | null {
  if (retryAfter === undefined) return null;
  const text = retryAfter.trim();
  if (/^\d{1,9}$/.test(text)) return Math.min(Number(text) * 1000, MAX_WAIT_MS);
  if (date === undefined) return null;
  const waitMs = Date.parse(text) - Date.parse(date);
  return Number.isNaN(waitMs) ? null : Math.min(Math.max(0, waitMs), MAX_WAIT_MS);
}

type TimeHeaders = { readonly [name in 'retry-after' | 'date']?: string | undefined };

const MAX_WAIT_MS = 24 * 3_600_000;
