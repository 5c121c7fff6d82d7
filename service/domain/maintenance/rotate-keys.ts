import type { Service } from '../service.ts';
import { signingKeyNames } from '../webhooks/signature.ts';

/** What a rotation did. Keys are shown to nobody. */
export interface RotatedKeys {
  /** Download, preview and event URLs, markers of pages and open forms that were issued before are refused after the next start. */
  readonly tickets: 'with the next start';
  /** Webhook messages are signed with it from now on; the primary key stays, so receivers go on. */
  readonly webhooks: 'secondary renewed';
}

/**
 * Makes new keys for what the service signs: the key of tickets, markers and forms, and the secondary key of webhooks. The primary one stays
 * good until receivers know the new one, and is renewed with `webhooks keys --renew primary` then.
 */
export async function rotateKeys(service: Service): Promise<RotatedKeys> {
  await service.store.transaction(async (tx) => {
    await tx.putSetting(markerKeyName, service.ids.hex(32));
    await tx.putSetting(signingKeyNames.secondary, service.ids.hex(32));
  });
  return { tickets: 'with the next start', webhooks: 'secondary renewed' };
}

/** The setting that holds the key of tickets, markers and forms. */
export const markerKeyName = 'marker_key';
