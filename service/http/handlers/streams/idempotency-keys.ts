import { getStoredAnswer } from '../../../domain/idempotency/get-stored-answer.ts';
import { withdrawKey } from '../../../domain/idempotency/withdraw-key.ts';
import type { Handlers } from '../../handlers.ts';

/** Outcomes of requests whose answers were lost. */
export const idempotencyKeyHandlers = {
  async getIdempotencyKey({ params: { key } }, { service, caller, keys }) {
    keys.requireNone(caller.user.id, key);
    return { status: 200, body: await getStoredAnswer(service, caller, key) };
  },
  async withdrawIdempotencyKey({ params: { key } }, { service, caller, keys }) {
    keys.requireNone(caller.user.id, key);
    const stored = await withdrawKey(service, caller, key);
    return stored === null ? { status: 204 } : { status: 200, body: stored };
  },
} satisfies Partial<Handlers>;
