import type { Service } from '../service.ts';
import { signingKeyNames } from '../streams/webhooks/deliveries/signature.ts';

/** The result of a rotation. Keys are never shown. */
export interface RotatedKeys {
  /** Download, preview and event URLs, paging markers and open forms issued before become invalid at the next start. */
  readonly tickets: 'with the next start';
  /** Webhook messages are signed with it from now on; the primary key stays, so receivers keep working. */
  readonly webhooks: 'secondary renewed';
}

/**
 * Replaces the service's signing keys: the key of tickets, markers and forms, and the secondary webhook key. The primary one stays
 * valid until receivers know the new one; then replace it with `webhooks keys --renew primary`.
 */
export async function rotateKeys(service: Service): Promise<RotatedKeys> {
  await service.store.transaction(async (tx) => {
    await tx.putSetting(markerKeyName, service.ids.hex(32));
    await tx.putSetting(signingKeyNames.secondary, service.ids.hex(32));
  });
  return { tickets: 'with the next start', webhooks: 'secondary renewed' };
}

/** The setting that holds the signing key of tickets, markers and forms. */
export const markerKeyName = 'marker_key';
