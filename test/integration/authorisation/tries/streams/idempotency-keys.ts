import { randomUUID } from 'node:crypto';
import type { Tries } from '../../tries.ts';
import { type AuthorisationWorld, ok } from '../../world.ts';

export const idempotencyKeyTries: Tries = {
  // The answer to a request that the owner's narrowed token could have sent too.
  getIdempotencyKey: async (world: AuthorisationWorld) => {
    const [key, { id }] = [randomUUID(), await world.newFolder()];
    await ok(world.owner.put(`/folders/${id}`, { name: world.freshName() }, { 'idempotency-key': key }));
    return { params: { key } };
  },
  withdrawIdempotencyKey: async () => ({ params: { key: randomUUID() } }),
};
