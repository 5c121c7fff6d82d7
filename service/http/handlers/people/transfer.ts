import { selectFields } from '../../../../contract/fields.ts';
import { transferContent } from '../../../domain/tree/items/transfer-content.ts';
import type { Handlers } from '../../handlers.ts';

/** Transfer of everything a user owns. */
export const transferHandlers = {
  async transferContent({ params, query, body }, { service, caller }) {
    const request = { userId: params.user_id, newOwnerId: body.owned_by.id };
    return { status: 200, body: selectFields(await transferContent(service, caller, request), query.fields) };
  },
} satisfies Partial<Handlers>;
