/** Moments between the wire (RFC 3339) and the date fields of a form, which speak of local time and have no zone. */

const two = (number: number): string => String(number).padStart(2, '0');

/** For a field of type `datetime-local`; empty when there is none. */
export function localMoment(at: string | null | undefined): string {
  if (at === null || at === undefined) return '';
  const date = new Date(at);
  const day = `${String(date.getFullYear()).padStart(4, '0')}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
  return `${day}T${two(date.getHours())}:${two(date.getMinutes())}`;
}

/** Of a field of type `datetime-local` or `date` (its beginning); null when it is empty. A form is not sent while a date is incomplete. */
export function wireMoment(local: string): string | null {
  return local === '' ? null : utcMoment(new Date(local.includes('T') ? local : `${local}T00:00`).getTime());
}

/** Whole seconds have no fraction: other services of the format refuse any. */
export const utcMoment = (atMs: number): string => new Date(atMs).toISOString().replace('.000Z', 'Z');
