import { openService } from '../../service/app.ts';
import { readStorageConfig } from '../../service/config.ts';
import { setUser } from '../../service/domain/people/users/set-user.ts';
import type { UserRole } from '../../service/ports/metadata/people/users.ts';
import { givenDevicePin } from './device-pins.ts';

/** Operator actions on a running service, and the traces of a sign-in that names its device. `data` is the service's data directory. */
export async function giveRole(data: string, login: string, role: UserRole): Promise<void> {
  await using opened = await openService(readStorageConfig({ data }));
  await setUser(opened.service, login, { role });
}

export async function signInOnDevice(data: string, userId: string, productName: string): Promise<void> {
  await using opened = await openService(readStorageConfig({ data }));
  await givenDevicePin(opened.service, userId, productName);
}
