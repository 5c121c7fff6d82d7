import { say } from '../../../../contract/rules/say.ts';
import { Refusal } from '../../refusal.ts';
import type { Caller } from '../../service.ts';

/** Administrators' streams cover everyone, so they require an administrator and a token for the enterprise. */
export function requireLogReader({ user, scopes, restrictedTo }: Caller): void {
  if (user.role === 'user') {
    const message = say`The administrators' streams are for administrators. Use "all", "changes" or "sync".`;
    throw new Refusal('access_denied_insufficient_permissions', message);
  }
  if (scopes.includes('manage_enterprise_properties') && restrictedTo === null) return;
  const message = say`The access token lacks the scope manage_enterprise_properties, which the administrators' streams need.`;
  throw new Refusal('insufficient_scope', message);
}
