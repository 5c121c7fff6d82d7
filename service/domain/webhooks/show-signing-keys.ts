import type { Service } from '../service.ts';
import { readSigningKeys, type SigningKeys, signingKeyNames } from './signature.ts';

/**
 * The keys that receivers check signatures with. With `renew` one of them is made anew, and signs from the next message on:
 * receivers that know the other one go on without a gap.
 */
export async function showSigningKeys(service: Service, renew: keyof SigningKeys | null): Promise<SigningKeys> {
  return service.store.transaction(async (tx) => {
    if (renew !== null) await tx.putSetting(signingKeyNames[renew], service.ids.hex(32));
    return readSigningKeys(tx);
  });
}
