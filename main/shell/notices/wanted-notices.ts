import type { CommandHandlers } from '../../../preload/ipc/commands.ts';
import type { NotificationSettings } from '../../../preload/ipc/settings.ts';

/**
 * Which kinds of notices the person has left switched on; asked each time, so that a choice holds at once. When it cannot be known they
 * are all told: one too many is the smaller harm.
 */
export function wantedNotices(
  handlers: Pick<CommandHandlers, 'settings.get'>,
): (kind: keyof NotificationSettings) => Promise<boolean> {
  return async (kind) => {
    const answer = await handlers['settings.get']({}).catch(() => null);
    return answer?.ok === true ? answer.value.notifications[kind] : true;
  };
}
