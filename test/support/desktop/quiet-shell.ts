import { noUpdates } from './no-updates.ts';
import { settingsDouble } from './settings-double.ts';

/** Inactive parts of a shell: no updates, no uploads, a visible tray, a session that never ends. */
export const quietShell = {
  updates: noUpdates,
  isTrayShown: async () => true,
  onSessionEnd: () => undefined,
  drops: { underWay: () => 0, isPreparing: () => false },
  report: async () => 'a report',
  settings: settingsDouble,
};
