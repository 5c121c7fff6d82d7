import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { openService } from '../../../service/app.ts';
import { createUser } from '../../../service/domain/people/users/create-user.ts';
import { callerFor, type Service } from '../../../service/domain/service.ts';
import { uploadFile } from '../../../service/domain/tree/files/upload-file.ts';
import type { StorageConfig } from '../../../service/options/storage-config.ts';

/**
 * A process for kill tests. It uploads small files concurrently into the data directory given as its argument, and prints `id sha1` for each
 * acknowledged one until it is killed.
 */

/** Opens the domain on the data in a directory. */
export async function openServiceIn(directory: string): Promise<Service> {
  const storage: StorageConfig = {
    dataDirectory: directory,
    database: { kind: 'sqlite', file: join(directory, 'metadata.sqlite') },
    blobs: { kind: 'disk', directory: join(directory, 'blobs') },
    signal: { kind: 'database' },
  };
  const { service } = await openService(storage, { access: 'alone' });
  return service;
}

async function uploadForEver(directory: string): Promise<void> {
  const service = await openServiceIn(directory);
  const caller = callerFor(await createUser(service, { login: 'ann', name: 'Ann' }), []);
  const upload = async () => {
    for (;;) {
      const bytes = randomBytes(20_000);
      const content = (async function* () {
        yield bytes;
      })();
      const name = randomBytes(8).toString('hex');
      const file = await uploadFile(service, caller, { parentId: '0', name, content });
      process.stdout.write(`${file.id} ${file.sha1}\n`);
    }
  };
  await Promise.all(Array.from({ length: 6 }, upload));
}

const [, script, directory] = process.argv;
if (script === import.meta.filename && directory !== undefined) await uploadForEver(directory);
