import { getStoredAnswer } from '../../../domain/idempotency/get-stored-answer.ts';
import type { Handlers } from '../../handlers.ts';

/** Outcomes of requests whose answers were lost. */
export const idempotencyKeyHandlers = {
  async getIdempotencyKey({ params: { key } }, { service, caller, keys }) {
    keys.requireNone(caller.user.id, key);
    return { status: 200, body: await getStoredAnswer(service, caller, key) };
  },
} satisfies Partial<Handlers>;
