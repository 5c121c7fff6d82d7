import type { KnownPerson } from '../../../../parts/people/known-people.ts';
import { texts } from '../../../../texts/texts.ts';

/** A person by sign-in name or email address, or by id if neither is known. The service finds ids only of people who share something. */
export type InvitedPerson = { readonly id: string } | { readonly login: string };

/**
 * Who a typed text names, or why it names no one: a whole name names the one known person who has it. A single word may be a sign-in name that is not
 * known here, which the service says.
 */
export function personNamed(
  text: string,
  known: readonly KnownPerson[],
): { readonly person: InvitedPerson } | { readonly refused: string } {
  const same = (one: string): boolean => one.toLocaleLowerCase() === text.toLocaleLowerCase();
  const named = known.some(({ login }) => same(login)) ? [] : known.filter(({ name }) => same(name));
  const [only, another] = named;
  if (another !== undefined) return { refused: texts.files.inviteSeveral(text) };
  if (only !== undefined) return { person: idOrLogin(only) };
  return /\s/.test(text) ? { refused: texts.files.inviteUnknown(text) } : { person: { login: text } };
}

export const idOrLogin = ({ id, login }: KnownPerson): InvitedPerson => (login === '' ? { id } : { login });
