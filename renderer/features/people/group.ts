import type { ServiceAnswer } from '../../../preload/ipc/service-calls.ts';

export type Group = ServiceAnswer<'listGroups'>['entries'][number];

/** What a list and its panel need to know of each group. */
export const groupFields = 'name,description,created_at,invitability_level,member_viewability_level';

export const groupLevels = ['admins_only', 'admins_and_members', 'all_managed_users'] as const;
