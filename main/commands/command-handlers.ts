import type { CommandHandlers } from '../../preload/ipc/commands.ts';
import { attentionCommands } from './attention.ts';
import { bandwidthCommands } from './bandwidth.ts';
import type { CommandWorld } from './command-world.ts';
import { desktopCommands } from './desktop.ts';
import { dropCommands } from './drop/drop-commands.ts';
import { invitationCommands } from './invitations.ts';
import { linkCommands } from './links.ts';
import { rootCommands } from './roots.ts';
import { scopeCommands } from './scope.ts';
import { serviceCommands } from './service.ts';
import { sessionCommands } from './session.ts';
import { statusCommands } from './status.ts';
import { syncCommands } from './sync.ts';

/** The whole table for one host; a command without its handler does not compile. */
export function commandHandlers(world: CommandWorld): CommandHandlers {
  return {
    ...sessionCommands(world),
    ...statusCommands(world),
    ...rootCommands(world),
    ...syncCommands(world),
    ...bandwidthCommands(world),
    ...attentionCommands(world),
    ...dropCommands(world),
    ...desktopCommands(world),
    ...invitationCommands(world),
    ...linkCommands(world),
    ...scopeCommands(world),
    ...serviceCommands(world),
  };
}
