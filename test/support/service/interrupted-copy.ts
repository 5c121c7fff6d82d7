import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { expect } from 'vitest';
import { copyRows } from '../../../service/adapters/metadata-sql/copy-rows.ts';
import { openService } from '../../../service/app.ts';
import { restore } from '../../../service/backup/restore.ts';
import { verifyStore } from '../../../service/domain/upkeep/verify-store.ts';
import { openCopyTarget, openDatabase } from '../../../service/open-storage.ts';
import type { StorageConfig } from '../../../service/options/storage-config.ts';

const silent = (): void => undefined;

/** Interrupts a copy of a backup's rows once the people are copied, and expects that only a second restore makes a service of the result. */
export async function expectRestorableAfterInterruption(backup: string, to: StorageConfig): Promise<void> {
  const [database = ''] = (await readdir(backup)).filter((name) => name.endsWith('.db'));
  const source = await openDatabase({ kind: 'sqlite', file: path.join(backup, database) });
  const target = await openCopyTarget(to.database);
  const interrupted: typeof target = {
    ...target,
    write: async (scope, work) => {
      const people = await target.read(async (db) => db.selectFrom('user').select('id').execute());
      if (people.length > 0) throw new Error('interrupted');
      return target.write(scope, work);
    },
  };
  await expect(copyRows(source, interrupted, { kind: 'service', now: Date.now() })).rejects.toThrow('interrupted');
  await source.close();
  await target.close();

  await expect(openService(to)).rejects.toMatchObject({ code: 'copy_unfinished' });
  await expectRestored(backup, to);
}

/** Restores a backup and expects a service with all that it names. */
export async function expectRestored(backup: string, to: StorageConfig): Promise<void> {
  await restore(backup, to, silent);
  await using opened = await openService(to);
  const { versions, faults } = await verifyStore(opened.service);
  expect(faults).toEqual([]);
  expect(versions).toBeGreaterThan(0);
}
