import type { CommandHandlers } from '../../../preload/ipc/commands.ts';
import type { NotificationSettings } from '../../../preload/ipc/shapes/settings.ts';

/**
 * The kinds of notices that the person has enabled, read each time so that a change takes effect at once. If the setting is unavailable, all are
 * shown: one too many is the smaller harm.
 */
export function wantedNotices(
  handlers: Pick<CommandHandlers, 'settings.get'>,
): (kind: keyof NotificationSettings) => Promise<boolean> {
  return async (kind) => {
    const answer = await handlers['settings.get']({}).catch(() => null);
    return answer?.ok === true ? answer.value.notifications[kind] : true;
  };
}
