import { noUpdates } from './no-updates.ts';

/** The parts of a shell to which nothing happens: no newer version, a tray that is shown, a session that goes on. */
export const quietShell = {
  updates: noUpdates,
  isTrayShown: async () => true,
  onSessionEnd: () => undefined,
  report: async () => 'a report',
};
