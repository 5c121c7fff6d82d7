import { selectFields } from '../../../../contract/fields.ts';
import type { RequestOf } from '../../../../contract/operation.ts';
import type { Operations } from '../../../../contract/operations.ts';
import { listGroupCollaborations } from '../../../domain/collaborations/list-collaborations.ts';
import { deleteGroup } from '../../../domain/people/groups/delete-group.ts';
import { getGroup, listGroups } from '../../../domain/people/groups/read-groups.ts';
import { createGroup, type GroupFields, updateGroup } from '../../../domain/people/groups/write-group.ts';
import type { Handlers } from '../../handlers.ts';

/** Groups and their collaborations. */
export const groupHandlers = {
  async listGroups({ query }, { service, caller }) {
    const { fields, filter_term: filterTerm, offset = 0, limit } = query;
    const found = await listGroups(service, caller, { filterTerm, offset, limit });
    return { status: 200, body: { ...found, entries: found.entries.map((entry) => selectFields(entry, fields)) } };
  },

  async createGroup({ query, body }, { service, caller }) {
    const group = await createGroup(service, caller, { ...fieldsOf(body), name: body.name });
    return { status: 201, body: selectFields(group, query.fields) };
  },

  async getGroup({ params, query }, { service, caller }) {
    return { status: 200, body: selectFields(await getGroup(service, caller, params.group_id), query.fields) };
  },

  async updateGroup({ params, query, body }, { service, caller }) {
    const group = await updateGroup(service, caller, { groupId: params.group_id, fields: fieldsOf(body) });
    return { status: 200, body: selectFields(group, query.fields) };
  },

  async deleteGroup({ params }, { service, caller }) {
    await deleteGroup(service, caller, params.group_id);
    return { status: 204 };
  },

  async listGroupCollaborations({ params, query }, { service, caller }) {
    const { fields, offset = 0, limit } = query;
    const page = await listGroupCollaborations(service, caller, { groupId: params.group_id, offset, limit });
    return { status: 200, body: { ...page, entries: page.entries.map((entry) => selectFields(entry, fields)) } };
  },
} satisfies Partial<Handlers>;

type GroupBody = RequestOf<Operations['createGroup']>['body'] | RequestOf<Operations['updateGroup']>['body'];

/** The given fields, with the domain's names. */
function fieldsOf({ name, description, provenance, ...body }: GroupBody): GroupFields {
  const { external_sync_identifier, invitability_level, member_viewability_level } = body;
  return {
    ...(name === undefined ? {} : { name }),
    ...(description === undefined ? {} : { description }),
    ...(provenance === undefined ? {} : { provenance }),
    ...(external_sync_identifier === undefined ? {} : { externalSyncIdentifier: external_sync_identifier }),
    ...(invitability_level === undefined ? {} : { invitabilityLevel: invitability_level }),
    ...(member_viewability_level === undefined ? {} : { memberViewabilityLevel: member_viewability_level }),
  };
}
