import { rm } from 'node:fs/promises';
import path from 'node:path';
import Sqlite from 'better-sqlite3';
import { Kysely, SqliteDialect } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { sqlWebhookDeliveries } from '../../../../../service/adapters/metadata-sql/streams/webhook-deliveries.ts';
import type { Tables } from '../../../../../service/adapters/metadata-sql/tables.ts';
import { newQuickFolder } from '../../../../support/files/quick-folder.ts';
import { copyEmptyTables } from '../../../../support/service/empty-tables.ts';

test('the next delivery of a webhook is found by index, without a sort of all that wait', async () => {
  const folder = await newQuickFolder('tandem-next-delivery-');
  onTestFinished(async () => rm(folder, { recursive: true, force: true }));
  const file = path.join(folder, 'service.db');
  await copyEmptyTables(file);
  const database = new Sqlite(file);
  const statements: string[] = [];
  const db = new Kysely<Tables>({
    dialect: new SqliteDialect({ database }),
    log: ({ query }) => void statements.push(query.sql),
  });
  onTestFinished(async () => db.destroy());
  const moment = { now: 5, latestLease: 7, latestTry: 9 };
  expect(await sqlWebhookDeliveries(db).nextDelivery('1', moment)).toBeNull();
  const plans = statements.flatMap((text) => {
    const rows = database.prepare<unknown[], { detail: string }>(`explain query plan ${text}`).all(...bound(text));
    return rows.map(({ detail }) => detail);
  });
  expect(plans.filter((step) => step.includes('webhook_delivery_due'))).toHaveLength(2);
  expect(plans.filter((step) => /TEMP B-TREE|SCAN/.test(step))).toEqual([]);
});

/** A value for each placeholder. */
function bound(text: string): number[] {
  return Array.from(text.matchAll(/\?/g), () => 1);
}
