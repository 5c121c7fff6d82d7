import { parseArgs } from 'node:util';
import { openService } from '../../../service/app.ts';
import { createToken } from '../../../service/domain/people/tokens/create-token.ts';
import { digestOf } from '../../../service/domain/people/tokens/digest.ts';
import { createUser } from '../../../service/domain/people/users/create-user.ts';
import { setUser } from '../../../service/domain/people/users/set-user.ts';
import { readStorageConfig, storageOptions } from '../../../service/options/config.ts';
import type { UserRole } from '../../../service/ports/metadata/people/users.ts';
import { givenDevicePin } from './device-pins.ts';

/*
 * An operator's actions on a service that may be running; `data` is its data directory. They open the data in this process, since starting
 * the program of the operator takes longer than most tests.
 */

/** Creates a person with an access token. The first one is the administrator. `storage`: flags that say where the data is. */
export async function createPerson(data: string, login: string, storage: readonly string[] = []): Promise<string> {
  const { values } = parseArgs({ args: [...storage], options: storageOptions });
  await using opened = await openService(readStorageConfig({ data, ...values }));
  await createUser(opened.service, { login, name: login.split('@')[0] ?? login });
  // Awaited here: the data closes when this function returns.
  return await createToken(opened.service, { login });
}

/** Ends an access token, as its expiry does. */
export async function endToken(data: string, token: string): Promise<void> {
  await using opened = await openService(readStorageConfig({ data }));
  await opened.service.store.transaction(({ tokens }) => tokens.delete(digestOf(token)));
}

export async function giveRole(data: string, login: string, role: UserRole): Promise<void> {
  await using opened = await openService(readStorageConfig({ data }));
  await setUser(opened.service, login, { role });
}

/** Leaves the traces of a sign-in that names its device. */
export async function signInOnDevice(data: string, userId: string, productName: string): Promise<void> {
  await using opened = await openService(readStorageConfig({ data }));
  await givenDevicePin(opened.service, userId, productName);
}
