import type { RefreshTokenRecord } from '../../../ports/metadata/people/tokens.ts';
import type { Service } from '../../service.ts';
import { digestOf } from '../tokens/digest.ts';

/** A known and unexpired refresh token, used or not; otherwise null. */
export async function findRefreshToken(service: Service, refreshToken: string): Promise<RefreshTokenRecord | null> {
  const found = await service.store.read(async ({ tokens }) => tokens.getRefresh(digestOf(refreshToken)));
  return found && found.expiresAt > service.clock.now() ? found : null;
}
