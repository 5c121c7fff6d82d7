import { say } from '../../../../contract/rules/say.ts';
import { Refusal } from '../../refusal.ts';
import type { Caller } from '../../service.ts';
import { requireAdministrator } from './administration.ts';

/**
 * Legal holds and retention are for administrators and affect everyone's content. Besides the scope of the operation, the token
 * needs `enterprise_content` and must not be limited to one item.
 * @throws Refusal `access_denied_insufficient_permissions`, `insufficient_scope`.
 */
export function requireGovernance(caller: Caller): void {
  requireAdministrator(caller);
  if (caller.restrictedTo === null && caller.scopes.includes('enterprise_content')) return;
  const message = say`The access token lacks the scope enterprise_content.`;
  throw new Refusal('insufficient_scope', message);
}
