import type { UserRecord } from '../../../ports/metadata/people/users.ts';
import type { Change } from '../../change/change.ts';
import { digestOf } from '../tokens/digest.ts';

/** A device as its client identifies it: a stable id, and the name of the client. */
export interface Device {
  readonly id: string;
  readonly productName: string;
}

/** The pin of a user's device, created at the user's first sign-in on it. */
export async function pinDevice(change: Change, user: UserRecord, device: Device): Promise<string> {
  const { tx, now, report } = change;
  const wanted = { userId: user.id, deviceDigest: digestOf(device.id), productName: device.productName };
  const known = await tx.devicePins.find(wanted);
  if (known) return known.id;
  const id = await tx.allocateId();
  await tx.devicePins.insert({ ...wanted, id, createdAt: now });
  const details = { device_pinner_id: id, product_name: device.productName };
  await report({ adminType: 'ADD_DEVICE_ASSOCIATION', trigger: null, source: { kind: 'user', user }, details });
  return id;
}
