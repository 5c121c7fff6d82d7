import type { KeptSettings } from '../../../main/commands/settings/kept-settings.ts';
import { firstChoices } from '../../../preload/ipc/shapes/window-choices.ts';

/** The settings of a person who has changed none. */
export const settingsDouble: Pick<KeptSettings, 'current'> = {
  current: () => ({
    notifications: { invitation: true, mention: true, attention: true, drop_finished: true, signed_out: true },
    proxy: null,
    language: null,
    ...firstChoices,
    wasStarted: true,
  }),
};
