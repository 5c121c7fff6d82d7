import { join } from 'node:path';
import { z } from 'zod';
import { NotificationSettings } from '../../../preload/ipc/settings.ts';
import { readFile, readFileSync } from '../../disk/disk.ts';
import { writePrivate } from '../../private/open-private.ts';

/** What is written down: what a person chose, and what was done once for good. */
const Kept = z.object({
  notifications: NotificationSettings.catch({
    invitation: true,
    attention: true,
    drop_finished: true,
    signed_out: true,
  }),
  proxy: z.string().nullable().catch(null),
  language: z.string().nullable().catch(null),
  /** A first start made its folder, or the person chose: neither is done again by itself. */
  wasStarted: z.boolean().catch(false),
});
export type Kept = Readonly<z.output<typeof Kept>>;

/** The settings of a state folder, for whichever account is signed in. */
export type KeptSettings = {
  current(): Kept;
  /** What is left out stays. Resolves when it is written down; rejects with the disk's error, and nothing is changed then. */
  change(part: Partial<Kept>): Promise<void>;
};

/** A file that cannot be read counts as nothing chosen: it is replaced with the next change. */
export async function openSettings(state: string): Promise<KeptSettings> {
  const path = settingsFile(state);
  let kept = Kept.parse(await readObject(path));
  let turn: Promise<unknown> = Promise.resolve();
  const change = async (part: Partial<Kept>): Promise<void> => {
    const next = { ...kept, ...part };
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

/** The language that was chosen, for what speaks before anything is open; null: that of the system. */
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
    // Not there before the first change; or damaged, and then what stands in it is not known any more.
    return {};
  }
}
