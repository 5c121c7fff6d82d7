import type { RefreshTokenRecord } from '../../ports/metadata/tokens.ts';
import type { Service } from '../service.ts';
import { digestOf } from '../tokens/digest.ts';

/** A refresh token that is known and not too old, used or not; null else. */
export async function findRefreshToken(service: Service, refreshToken: string): Promise<RefreshTokenRecord | null> {
  const found = await service.store.read(async ({ tokens }) => tokens.getRefresh(digestOf(refreshToken)));
  return found && found.expiresAt > service.clock.now() ? found : null;
}
