import { join } from 'node:path';
import { z } from 'zod';
import { NotificationSettings, Settings } from '../../../preload/ipc/shapes/settings.ts';
import { firstChoices } from '../../../preload/ipc/shapes/window-choices.ts';
import { readFile, readFileSync } from '../../disk/disk.ts';
import { writePrivate } from '../../private/open-private.ts';

/** Persisted data: the person's choices, and one-time steps already done. */
const Kept = z.object({
  // An earlier version knew no mentions; the choices for the other kinds stay.
  notifications: NotificationSettings.extend({ mention: z.boolean().default(true) }).catch({
    invitation: true,
    mention: true,
    attention: true,
    drop_finished: true,
    signed_out: true,
  }),
  proxy: z.string().nullable().catch(null),
  language: z.string().nullable().catch(null),
  theme: Settings.shape.theme.catch(firstChoices.theme),
  filesView: Settings.shape.filesView.catch(firstChoices.filesView),
  comparison: Settings.shape.comparison.catch(firstChoices.comparison),
  browserNotices: Settings.shape.browserNotices.catch(firstChoices.browserNotices),
  /** The first start created its folder, or the person chose one. Neither repeats automatically. */
  wasStarted: z.boolean().catch(false),
});
export type Kept = Readonly<z.output<typeof Kept>>;
type KeptChange = Partial<Omit<Kept, 'notifications'>> & { readonly notifications?: Partial<NotificationSettings> };

/** Settings of a state folder, independent of the signed-in account. */
export type KeptSettings = {
  current(): Kept;
  /** Omitted fields and kinds of notices keep their value. Resolves once written to disk; on a disk error it rejects and changes nothing. */
  change(part: KeptChange): Promise<void>;
};

/** An unreadable file counts as empty and is replaced by the next change. */
export async function openSettings(state: string): Promise<KeptSettings> {
  const path = settingsFile(state);
  let kept = Kept.parse(await readObject(path));
  let turn: Promise<unknown> = Promise.resolve();
  const change = async (part: KeptChange): Promise<void> => {
    const next = { ...kept, ...part, notifications: { ...kept.notifications, ...part.notifications } };
    writePrivate(path, JSON.stringify(next, null, 2));
    kept = next;
  };
  return {
    current: () => kept,
    change: (part) => {
      const own = turn.then(() => change(part));
      turn = own.catch(() => undefined);
      return own;
    },
  };
}

/** The chosen language, for messages before anything else is open; null: the system's language. */
export function chosenLanguage(state: string): string | null {
  try {
    return Kept.parse(objectIn(readFileSync(settingsFile(state), 'utf8'))).language;
  } catch {
    return null;
  }
}

const settingsFile = (state: string): string => join(state, 'settings.json');

function objectIn(text: string): object {
  const read: unknown = JSON.parse(text);
  return typeof read === 'object' && read !== null ? read : {};
}

async function readObject(path: string): Promise<object> {
  try {
    return objectIn(await readFile(path, 'utf8'));
  } catch {
    // No change has been saved yet, or the file is damaged and its contents are lost.
    return {};
  }
}
