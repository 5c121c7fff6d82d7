import type { Ids } from '../../ports/ids.ts';
import type { MetadataStore } from '../../ports/metadata-store.ts';
import type { ServiceSettings } from '../service.ts';
import { signingKeyNames } from '../streams/webhooks/deliveries/signature.ts';
import { markerKeyName } from './rotate-keys.ts';

/** Settings that are stored with the data, so that every process on the same data shares them. */
export type OwnSettings = Pick<ServiceSettings, 'enterprise' | 'markerKey'>;

/** Reads the stored settings; creates them at the first start. Later starts write nothing, so a full disk does not prevent them. */
export async function prepareService(store: MetadataStore, ids: Ids): Promise<OwnSettings> {
  const stored = await store.read((reads) => settingsFrom(reads.setting));
  if (stored !== null) return stored;
  await store.transaction(async (tx) => {
    const make = async (name: string, value: () => Promise<string>) => {
      if ((await tx.setting(name)) === null) await tx.putSetting(name, await value());
    };
    await make('enterprise_id', () => tx.allocateId());
    await make('enterprise_name', async () => 'Tandem');
    for (const key of keyNames) await make(key, async () => ids.hex(32));
  });
  return prepareService(store, ids);
}

const keyNames = [markerKeyName, ...Object.values(signingKeyNames)];

/** Null if one of them is missing. */
async function settingsFrom(setting: (name: string) => Promise<string | null>): Promise<OwnSettings | null> {
  const [id, name, markerKey] = [
    await setting('enterprise_id'),
    await setting('enterprise_name'),
    await setting(markerKeyName),
  ];
  const keys = await Promise.all(keyNames.map(setting));
  if (id === null || name === null || markerKey === null || keys.includes(null)) return null;
  return { enterprise: { id, name }, markerKey };
}
