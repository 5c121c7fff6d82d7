import type { Ids } from '../../ports/ids.ts';
import type { MetadataStore } from '../../ports/metadata-store.ts';
import type { ServiceSettings } from '../service.ts';
import { signingKeyNames } from '../streams/webhooks/deliveries/signature.ts';
import { markerKeyName } from './rotate-keys.ts';

/** Settings that are stored with the data, so that every process on the same data shares them. */
export type OwnSettings = Pick<ServiceSettings, 'enterprise' | 'markerKey'>;

/** Reads the stored settings; creates them at the first start. */
export async function prepareService(store: MetadataStore, ids: Ids): Promise<OwnSettings> {
  return store.transaction(async (tx) => {
    const settled = async (name: string, make: () => Promise<string>) => {
      const known = await tx.setting(name);
      if (known !== null) return known;
      const made = await make();
      await tx.putSetting(name, made);
      return made;
    };
    const id = await settled('enterprise_id', () => tx.allocateId());
    const name = await settled('enterprise_name', async () => 'Tandem');
    const markerKey = await settled(markerKeyName, async () => ids.hex(32));
    for (const key of Object.values(signingKeyNames)) await settled(key, async () => ids.hex(32));
    return { enterprise: { id, name }, markerKey };
  });
}
