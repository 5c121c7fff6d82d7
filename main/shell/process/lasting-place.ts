import path from 'node:path';
import { existsSync } from '../../disk/disk.ts';
import { writePrivate } from '../../private/open-private.ts';
import type { ElectronModule } from '../electron-module.ts';
import type { ShellParts } from '../shell-parts.ts';
import { ask } from '../window/ask.ts';

type PlaceParts = {
  readonly app: Pick<ElectronModule['app'], 'isInApplicationsFolder'>;
  readonly platform: NodeJS.Platform;
};

/**
 * False where the application may be gone tomorrow: macOS runs a downloaded one from a read-only copy in a random place until a person has moved it,
 * and an opened disk image is ejected. Nothing there can be updated, or be started at login.
 */
export function isPlaceLasting({ app, platform }: PlaceParts): boolean {
  return platform !== 'darwin' || app.isInApplicationsFolder();
}

/** Offers to move the application to a lasting place, until a person has declined once. It then quits, and starts again from there. */
export async function offerMove(
  parts: Pick<ShellParts, 'electron' | 'platform' | 'folders' | 'warn' | 'texts'>,
): Promise<void> {
  const { electron, platform, folders, warn } = parts;
  const { app, dialog } = electron;
  const declined = path.join(folders.own, 'move-declined');
  if (!app.isPackaged || isPlaceLasting({ app, platform }) || existsSync(declined)) return;
  const { message, detail, no, yes, failed, byHand } = parts.texts.move;
  const isWanted = await ask(electron, null, { type: 'question', message, detail, no, yes });
  try {
    if (isWanted) app.moveToApplicationsFolder();
    else writePrivate(declined, '');
  } catch (cause) {
    warn('the application was not moved, or the answer not kept', cause);
    if (isWanted) dialog.showErrorBox(failed, byHand);
  }
}
