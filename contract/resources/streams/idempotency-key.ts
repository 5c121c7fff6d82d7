import { z } from 'zod';
import { dateTime } from '../ids.ts';

/** The stored answer to a request that carried an `Idempotency-Key`. */
export const storedAnswer = z.object({
  type: z.literal('idempotency_key'),
  key: z.string(),
  /** Of the answer, also when it was a refusal. */
  status: z.int(),
  /** Headers of the answer that its operation declares, by their lower-case names. */
  headers: z.record(z.string(), z.string()),
  /** The JSON of the answer; null when it had none. */
  body: z.unknown(),
  created_at: dateTime,
  /** The answer is forgotten from then on. */
  expires_at: dateTime,
});
export type StoredAnswer = z.output<typeof storedAnswer>;
