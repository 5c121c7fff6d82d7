import type { Service } from '../../service.ts';
import { readSigningKeys, type SigningKeys, signingKeyNames } from './deliveries/signature.ts';

/**
 * The keys that receivers verify signatures with. `renew` replaces one of them, effective with the next message: receivers that
 * know the other one keep working without a gap.
 */
export async function showSigningKeys(service: Service, renew: keyof SigningKeys | null): Promise<SigningKeys> {
  return service.store.transaction(async (tx) => {
    if (renew !== null) await tx.putSetting(signingKeyNames[renew], service.ids.hex(32));
    return readSigningKeys(tx);
  });
}
