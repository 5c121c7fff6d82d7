import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { openBlobDisk } from '../../service/adapters/blob-disk/open-blob-disk.ts';
import { memoryEventSignal } from '../../service/adapters/event-signal-memory.ts';
import { openSqliteStore } from '../../service/adapters/metadata-sql/open-sqlite-store.ts';
import { argonHasher } from '../../service/adapters/password-hasher.ts';
import { randomIds } from '../../service/adapters/random-ids.ts';
import { systemClock } from '../../service/adapters/system-clock.ts';
import { uploadFile } from '../../service/domain/files/upload-file.ts';
import { prepareService } from '../../service/domain/maintenance/prepare-service.ts';
import { callerFor, type Service } from '../../service/domain/service.ts';
import { createAssemblies } from '../../service/domain/upload-sessions/assemblies.ts';
import { createUser } from '../../service/domain/users/create-user.ts';

/*
 * A process to be killed: it uploads small files side by side into the data directory of its argument, and prints one line
 * `id sha1` for each that was acknowledged, until somebody ends it.
 */

/** Puts the domain on the data in a directory. */
export async function openServiceIn(directory: string): Promise<Service> {
  const store = await openSqliteStore(join(directory, 'metadata.sqlite'));
  return {
    store,
    blobs: await openBlobDisk(join(directory, 'blobs')),
    clock: systemClock,
    ids: randomIds,
    signal: memoryEventSignal(),
    passwords: argonHasher,
    assemblies: createAssemblies(),
    settings: {
      ...(await prepareService(store, randomIds)),
      singleUploadBytes: 1_000_000,
      maxFileBytes: 1_000_000,
      trashLifeMs: 1000,
      commitAnswerMs: 25_000,
      acceptManagedUsersAtOnce: true,
    eventUserIds: 'number',
    webhookAddresses: 'public',
    vendorHeaders: true,
    },
  };
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
