import { noUpdates } from './no-updates.ts';

/** Inactive parts of a shell: no updates, a visible tray, a session that never ends. */
export const quietShell = {
  updates: noUpdates,
  isTrayShown: async () => true,
  onSessionEnd: () => undefined,
  report: async () => 'a report',
};
