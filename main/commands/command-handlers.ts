import type { CommandHandlers } from '../../preload/ipc/commands.ts';
import { accountCommands } from './account/account-commands.ts';
import { serviceCommands } from './account/service.ts';
import { sessionCommands } from './account/session.ts';
import { archiveCommands } from './archive/archive-commands.ts';
import type { CommandWorld, HostWorld } from './command-world.ts';
import { desktopCommands } from './desktop.ts';
import { diagnosticCommands } from './diagnostics.ts';
import { dropCommands } from './drop/drop-commands.ts';
import { invitationCommands } from './invitations.ts';
import { linkCommands } from './links.ts';
import { noticeCommands } from './notices/notice-commands.ts';
import { settingsCommands } from './settings/settings-commands.ts';
import { sharedLinkCommands } from './shared-link/shared-link-commands.ts';
import { attentionCommands } from './sync/attention.ts';
import { bandwidthCommands } from './sync/bandwidth.ts';
import { folderCommands } from './sync/folders.ts';
import { guardCommands } from './sync/guard.ts';
import { rootCommands } from './sync/roots.ts';
import { scopeCommands } from './sync/scope.ts';
import { statusCommands } from './sync/status.ts';
import { syncCommands } from './sync/sync.ts';

/** The complete handler table for one host. A missing handler does not compile. */
export function commandHandlers(world: CommandWorld): CommandHandlers {
  return {
    ...hostHandlers(world),
    ...sessionCommands(world),
    ...statusCommands(world),
    ...rootCommands(world),
    ...syncCommands(world),
    ...bandwidthCommands(world),
    ...guardCommands(world),
    ...attentionCommands(world),
    ...archiveCommands(world),
    ...dropCommands(world),
    ...invitationCommands(world),
    ...scopeCommands(world),
    ...serviceCommands(world),
    ...sharedLinkCommands(world),
  };
}

/** Commands that need no account. */
export function hostHandlers(world: HostWorld) {
  return {
    ...accountCommands(world),
    ...desktopCommands(world),
    ...diagnosticCommands(world),
    ...folderCommands(world),
    ...linkCommands(world),
    ...noticeCommands(world),
    ...settingsCommands(world),
  };
}
