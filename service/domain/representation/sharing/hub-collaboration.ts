import type { FullHubCollaboration } from '../../../../contract/resources/surfaces/hub-collaboration.ts';
import type { HubCollaborationRecord } from '../../../ports/metadata/surfaces/hubs.ts';
import type { MetadataReads } from '../../../ports/metadata-store.ts';
import { presentUserMini } from '../../kernel/mini.ts';
import { theOne } from '../../kernel/the-one.ts';
import { gatherGroups } from '../group.ts';
import { gatherPeople } from '../people.ts';
import { acceptanceRequirements } from './acceptance-requirements.ts';

/** The response for several hub collaborations, each in full. */
export async function answerHubCollaborations(
  reads: MetadataReads,
  collaborations: readonly HubCollaborationRecord[],
): Promise<FullHubCollaboration[]> {
  const idsOf = (type: HubCollaborationRecord['granteeType']) =>
    collaborations.flatMap(({ granteeType, granteeId }) =>
      granteeType === type && granteeId !== null ? [granteeId] : [],
    );
  const people = await gatherPeople(reads, idsOf('user'));
  const groups = await gatherGroups(reads, idsOf('group'));
  return collaborations.map(({ id, hubId, granteeType, granteeId, role, status }) => {
    const { name, login } =
      granteeType === 'user'
        ? presentUserMini(granteeId ?? '', people.get(granteeId ?? ''))
        : { name: groups.get(granteeId ?? '')?.name ?? '', login: '' };
    const isPending = status === 'pending';
    return {
      id,
      type: 'hub_collaboration',
      hub: { id: hubId, type: 'hubs' },
      accessible_by: {
        id: granteeId ?? '',
        type: granteeType,
        name: isPending ? '' : name,
        login: isPending ? '' : login,
      },
      role,
      status,
      acceptance_requirements_status: acceptanceRequirements(),
    };
  });
}

/** The response for one hub collaboration. */
export async function answerHubCollaboration(
  reads: MetadataReads,
  collaboration: HubCollaborationRecord,
): Promise<FullHubCollaboration> {
  return theOne(await answerHubCollaborations(reads, [collaboration]));
}
