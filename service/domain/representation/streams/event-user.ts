import { selectFields } from '../../../../contract/fields.ts';
import type { EventSource } from '../../../../contract/resources/streams/event.ts';
import type { UserRecord } from '../../../ports/metadata/people/users.ts';
import type { ServiceSettings } from '../../service.ts';
import { presentUser } from '../user.ts';

/**
 * A user as the source of an event: the standard fields, with `id` as an integer and `phone` as a number. The operator can choose
 * strings for clients that cannot read those.
 */
export function presentUserSource(user: UserRecord, settings: ServiceSettings): EventSource {
  const standard = selectFields(presentUser(user, settings), undefined);
  if (settings.eventUserIds === 'string') return { ...standard };
  const { phone, ...fields } = standard;
  const number = phoneNumber(phone ?? '');
  return { ...fields, id: Number(user.id), ...(number === null ? {} : { phone: number }) };
}

/** The digits of a phone number; null if there are none, or more than a number can hold exactly. */
function phoneNumber(text: string): number | null {
  const digits = text.replaceAll(/\D/g, '');
  const value = Number(digits);
  return digits !== '' && Number.isSafeInteger(value) ? value : null;
}
