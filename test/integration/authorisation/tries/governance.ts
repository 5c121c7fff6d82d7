import type { Tries } from '../tries.ts';
import { type AuthorisationWorld, ok } from '../world.ts';

const holdBody = (world: AuthorisationWorld) => ({ policy_name: world.freshName(), is_ongoing: true });
const newHold = async (world: AuthorisationWorld) => ok(world.admin.post('/legal_hold_policies', holdBody(world)));
const ofHold = async (world: AuthorisationWorld) => ({
  params: { legal_hold_policy_id: (await newHold(world)).id },
});

const holdAssignment = async (world: AuthorisationWorld) => ({
  policy_id: (await newHold(world)).id,
  assign_to: { type: 'file', id: (await world.newFile()).id },
});
const ofHoldAssignment = async (world: AuthorisationWorld) => {
  const { id } = await ok(world.admin.post('/legal_hold_policy_assignments', await holdAssignment(world)));
  return { params: { legal_hold_policy_assignment_id: id } };
};

const retentionBody = (world: AuthorisationWorld) => ({
  policy_name: world.freshName(),
  policy_type: 'finite',
  retention_length: 1,
  disposition_action: 'remove_retention',
});
const newRetention = async (world: AuthorisationWorld) =>
  ok(world.admin.post('/retention_policies', retentionBody(world)));
const ofRetention = async (world: AuthorisationWorld) => ({
  params: { retention_policy_id: (await newRetention(world)).id },
});

const retentionAssignment = async (world: AuthorisationWorld) => ({
  policy_id: (await newRetention(world)).id,
  assign_to: { type: 'folder', id: (await world.newFolder()).id },
});
const ofRetentionAssignment = async (world: AuthorisationWorld) => {
  const { id } = await ok(world.admin.post('/retention_policy_assignments', await retentionAssignment(world)));
  return { params: { retention_policy_assignment_id: id } };
};

/** Legal holds and retention. */
export const governanceTries: Tries = {
  listLegalHoldPolicies: async () => ({}),
  createLegalHoldPolicy: async (world) => ({ body: holdBody(world) }),
  getLegalHoldPolicy: ofHold,
  updateLegalHoldPolicy: async (world) => ({ ...(await ofHold(world)), body: { description: 'another' } }),
  deleteLegalHoldPolicy: ofHold,
  listLegalHoldPolicyAssignments: async (world) => ({ query: `policy_id=${(await newHold(world)).id}` }),
  createLegalHoldPolicyAssignment: async (world) => ({ body: await holdAssignment(world) }),
  getLegalHoldPolicyAssignment: ofHoldAssignment,
  deleteLegalHoldPolicyAssignment: ofHoldAssignment,
  listFilesOnHold: ofHoldAssignment,
  listFileVersionsOnHold: ofHoldAssignment,

  listRetentionPolicies: async () => ({}),
  createRetentionPolicy: async (world) => ({ body: retentionBody(world) }),
  getRetentionPolicy: ofRetention,
  updateRetentionPolicy: async (world) => ({ ...(await ofRetention(world)), body: { description: 'another' } }),
  deleteRetentionPolicy: ofRetention,
  listRetentionPolicyAssignments: ofRetention,
  createRetentionPolicyAssignment: async (world) => ({ body: await retentionAssignment(world) }),
  getRetentionPolicyAssignment: ofRetentionAssignment,
  deleteRetentionPolicyAssignment: ofRetentionAssignment,
  listFilesUnderRetention: ofRetentionAssignment,
  listFileVersionsUnderRetention: ofRetentionAssignment,
};
