import type { ServiceAnswer } from '../../../../preload/ipc/service-calls.ts';

export type Group = ServiceAnswer<'listGroups'>['entries'][number];

/** The group fields that a list and its panel need. */
export const groupFields = 'name,description,created_at,invitability_level,member_viewability_level';

export const groupLevels = ['admins_only', 'admins_and_members', 'all_managed_users'] as const;
