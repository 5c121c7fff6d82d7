import type { WindowHostOptions } from '../../../main/headless/window-host.ts';
import { firstChoices } from '../../../preload/ipc/shapes/window-choices.ts';

/** What a host of the window needs beside its page and its commands: browsers that find its name, and a person who has chosen nothing. */
export const quietHost: Pick<WindowHostOptions, 'resolver' | 'choices'> = {
  resolver: { platform: 'linux', lookup: async () => [] },
  choices: () => ({ ...firstChoices, language: null }),
};
