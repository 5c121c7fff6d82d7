import { openService } from '../../service/app.ts';
import { readStorageConfig } from '../../service/config.ts';
import { setUser } from '../../service/domain/users/set-user.ts';
import type { UserRole } from '../../service/ports/metadata/users.ts';
import { givenDevicePin } from './device-pins.ts';

/**
 * What the operator of a service does beside it while it runs, and what a sign-in by a program that names its device leaves behind.
 * `data` is the data directory of the service.
 */
export async function giveRole(data: string, login: string, role: UserRole): Promise<void> {
  await using opened = await openService(readStorageConfig({ data }));
  await setUser(opened.service, login, { role });
}

export async function signInOnDevice(data: string, userId: string, productName: string): Promise<void> {
  await using opened = await openService(readStorageConfig({ data }));
  await givenDevicePin(opened.service, userId, productName);
}
