import type { DevicePinner, DevicePinners } from '../../../../contract/resources/people/device-pinner.ts';
import { say } from '../../../../contract/rules/say.ts';
import type { DevicePinQuery, DevicePinRecord } from '../../../ports/metadata/people/device-pins.ts';
import type { MetadataReads } from '../../../ports/metadata-store.ts';
import { accountRights, adminsOnly, requireAdministrator } from '../../access/enterprise/administration.ts';
import { changeIn } from '../../change/change.ts';
import { ownedBy } from '../../change/scope.ts';
import { presentUserMini } from '../../kernel/mini.ts';
import { parameterRefusal, Refusal } from '../../refusal.ts';
import { gatherPeople, type People } from '../../representation/people.ts';
import type { Caller, Service } from '../../service.ts';

/** Selects a page of an enterprise's devices. */
export interface ListDevicePins {
  readonly enterpriseId: string;
  readonly marker?: string | undefined;
  readonly limit: number;
  readonly direction?: DevicePinQuery['direction'] | undefined;
}

/**
 * Devices that users of the enterprise are signed in on, by id. The marker is the id of the last one seen: the interface requires a
 * number, and it reveals nothing that an administrator cannot see anyway.
 * @throws Refusal `access_denied_insufficient_permissions`, `not_found`, `invalid_parameter`.
 */
export async function listDevicePins(
  service: Service,
  caller: Caller,
  { enterpriseId, marker, limit, direction = 'ASC' }: ListDevicePins,
): Promise<DevicePinners> {
  requireAdministrator(caller);
  if (enterpriseId !== service.settings.enterprise.id) {
    throw new Refusal('not_found', say`Enterprise ${enterpriseId} does not exist, or you are not a member.`);
  }
  const after = readMarker(marker);
  return service.store.read(async (reads) => {
    const rows = await reads.devicePins.list({ after, direction, limit: limit + 1 });
    const shown = rows.slice(0, limit);
    const people = await gatherPeople(
      reads,
      shown.map(({ userId }) => userId),
    );
    const last = shown.at(-1);
    return {
      entries: shown.map((pin) => presentPin(pin, people)),
      limit,
      next_marker: rows.length > limit && last ? Number(last.id) : null,
      order: [{ by: 'id', direction: direction === 'ASC' ? 'asc' : 'desc' }],
    };
  });
}

/** One device. @throws Refusal `access_denied_insufficient_permissions`, `not_found`. */
export async function getDevicePin(service: Service, caller: Caller, id: string): Promise<DevicePinner> {
  requireAdministrator(caller);
  return service.store.read(async (reads) => {
    const pin = await requirePin(reads, id);
    return presentPin(pin, await gatherPeople(reads, [pin.userId]));
  });
}

/**
 * Removes a device and revokes every sign-in on it: one's own, or a device of an account that the caller may change completely.
 * @throws Refusal `access_denied_insufficient_permissions`, `not_found`.
 */
export async function deleteDevicePin(service: Service, caller: Caller, id: string): Promise<void> {
  requireAdministrator(caller);
  const { userId } = await service.store.read((reads) => requirePin(reads, id));
  await changeIn(service, caller, ownedBy(userId), async ({ tx, report }) => {
    const pin = await requirePin(tx, id);
    const user = await tx.users.get(pin.userId);
    const isOwn = pin.userId === caller.user.id;
    if (user && !isOwn && (await accountRights(tx, caller, user)) !== 'all') throw adminsOnly();
    await tx.tokens.deleteOfDevice(pin.id);
    await tx.devicePins.delete(pin.id);
    if (!user) return;
    const details = { device_pinner_id: pin.id, product_name: pin.productName };
    await report({ adminType: 'REMOVE_DEVICE_ASSOCIATION', trigger: null, source: { kind: 'user', user }, details });
  });
}

function readMarker(marker: string | undefined): string | null {
  if (marker === undefined || marker === '' || marker === '0') return null;
  if (/^\d{1,16}$/.test(marker)) return marker;
  const message = say`The marker must be the next_marker of the previous page, a whole number.`;
  throw parameterRefusal('invalid_parameter', 'marker', message);
}

async function requirePin(reads: MetadataReads, id: string): Promise<DevicePinRecord> {
  const pin = await reads.devicePins.get(id);
  if (!pin) throw new Refusal('not_found', say`Device pin ${id} does not exist.`);
  return pin;
}

function presentPin(pin: DevicePinRecord, people: People): DevicePinner {
  const owner = presentUserMini(pin.userId, people.get(pin.userId));
  return { id: pin.id, type: 'device_pinner', owned_by: owner, product_name: pin.productName };
}
