import type { Kysely } from 'kysely';
import type { DevicePinRecord, DevicePinWrites } from '../../../ports/metadata/people/device-pins.ts';
import { toId, toKey } from '../ids.ts';
import type { DevicePinRow } from '../tables/sign-in.ts';
import type { Tables } from '../tables.ts';

/** Device pins in SQL. */
export function sqlDevicePins(db: Kysely<Tables>): DevicePinWrites {
  const pins = () => db.selectFrom('device_pin').selectAll();
  return {
    get: async (id) => toPin(await pins().where('id', '=', toKey(id)).executeTakeFirst()),
    find: async ({ userId, deviceDigest, productName }) => {
      const ofUser = pins().where('user_id', '=', toKey(userId)).where('device_digest', '=', deviceDigest);
      return toPin(await ofUser.where('product_name', '=', productName).executeTakeFirst());
    },
    list: async ({ after, direction, limit }) => {
      const ordered = pins()
        .orderBy('id', direction === 'ASC' ? 'asc' : 'desc')
        .limit(limit);
      const page = after === null ? ordered : ordered.where('id', direction === 'ASC' ? '>' : '<', toKey(after));
      return (await page.execute()).map(fromRow);
    },
    insert: async (pin) => void (await db.insertInto('device_pin').values(toRow(pin)).execute()),
    delete: async (id) => void (await db.deleteFrom('device_pin').where('id', '=', toKey(id)).execute()),
    deleteOfUser: async (userId) => {
      await db.deleteFrom('device_pin').where('user_id', '=', toKey(userId)).execute();
    },
  };
}

function toPin(row: DevicePinRow | undefined): DevicePinRecord | null {
  return row ? fromRow(row) : null;
}

function fromRow(row: DevicePinRow): DevicePinRecord {
  return {
    id: toId(row.id),
    userId: toId(row.user_id),
    deviceDigest: row.device_digest,
    productName: row.product_name,
    createdAt: row.created_at,
  };
}

function toRow(pin: DevicePinRecord): DevicePinRow {
  return {
    id: toKey(pin.id),
    user_id: toKey(pin.userId),
    device_digest: pin.deviceDigest,
    product_name: pin.productName,
    created_at: pin.createdAt,
  };
}
