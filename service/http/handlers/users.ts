import { selectFields } from '../../../contract/fields.ts';
import { getCurrentUser } from '../../domain/users/get-current-user.ts';
import type { Handlers } from '../handlers.ts';

/** Users. */
export const userHandlers = {
  async getCurrentUser({ query }, { service, caller }) {
    return { status: 200, body: selectFields(await getCurrentUser(service, caller), query.fields) };
  },
} satisfies Partial<Handlers>;
