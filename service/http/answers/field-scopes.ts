import type { Operation } from '../../../contract/operation.ts';
import { say } from '../../../contract/rules/say.ts';
import type { Scope } from '../../../contract/scopes.ts';
import { Refusal } from '../../domain/refusal.ts';
import type { Caller } from '../../domain/service.ts';

/** The item fields that a downscoped token may change, by the scope that allows it. */
const scopesOfFields: Readonly<Record<string, Scope>> = { name: 'item_rename', shared_link: 'item_share' };

/**
 * An item update combines several operations: a token that is downscoped to one of them must not do the others.
 * @throws Refusal `insufficient_scope`.
 */
export function requireFieldScopes({ scopes }: Caller, operation: Operation, body: unknown): void {
  const isUpdate = operation.method === 'PUT' && operation.scope.includes('item_rename');
  if (!isUpdate || scopes.includes('root_readwrite') || typeof body !== 'object' || body === null) return;
  for (const [field, value] of Object.entries(body)) {
    const needed = scopesOfFields[field];
    if (value === undefined || (needed !== undefined && scopes.includes(needed))) continue;
    const message = say`To change "${field}", the access token needs the scope ${needed ?? 'root_readwrite'}.`;
    throw new Refusal('insufficient_scope', message);
  }
}
